import { translate } from '@docusaurus/Translate';
import type { ComponentType } from 'react';
import type { Kind } from '../../../model/contract';
import { AlgorithmFields } from './AlgorithmFields';
import { ChoiceFields } from './ChoiceFields';
import { NumericFields } from './NumericFields';
import { CurveFields, IncidentFields, OrderFields, SettingFields, TextFields } from './SimpleFields';
import type { KindFields } from './types';

/** The fields that a kind has of its own; a note has none. */
export const FIELDS: Partial<Record<string, ComponentType<KindFields>>> = {
  numeric: NumericFields,
  choice: ChoiceFields,
  order: OrderFields,
  curve: CurveFields,
  setting: SettingFields,
  algorithm: AlgorithmFields,
  incident: IncidentFields,
  text: TextFields,
};

interface KindWords {
  name: string;
  /** What students are asked. */
  asks: string;
  /** How it is marked. */
  marked: string;
}

export const kindWords = (): Record<Kind, KindWords> => ({
  numeric: {
    name: translate({ id: 'teach.kind.numeric', message: 'Number' }),
    asks: translate({ id: 'teach.kind.numeric.asks', message: 'How fast, how long, how large must it be?' }),
    marked: translate({ id: 'teach.kind.numeric.marked', message: 'Right within a tolerance of what the model says.' }),
  },
  choice: {
    name: translate({ id: 'teach.kind.choice', message: 'Choice' }),
    asks: translate({ id: 'teach.kind.choice.asks', message: 'One of a few, or several of them.' }),
    marked: translate({
      id: 'teach.kind.choice.marked',
      message: 'You mark the right ones, or the model runs them all and sees which wins.',
    }),
  },
  setting: {
    name: translate({ id: 'teach.kind.setting', message: 'Find the setting' }),
    asks: translate({ id: 'teach.kind.setting.asks', message: 'Turn these controls until the goals are met.' }),
    marked: translate({
      id: 'teach.kind.setting.marked',
      message: 'The model runs at what was set; any setting that meets the goals is right.',
    }),
  },
  curve: {
    name: translate({ id: 'teach.kind.curve', message: 'Draw the curve' }),
    asks: translate({ id: 'teach.kind.curve.asks', message: 'Predict a curve before it is shown.' }),
    marked: translate({ id: 'teach.kind.curve.marked', message: 'By its distance from the model’s curve.' }),
  },
  order: {
    name: translate({ id: 'teach.kind.order', message: 'Order' }),
    asks: translate({ id: 'teach.kind.order.asks', message: 'Put lines in order: steps, packets, a program.' }),
    marked: translate({ id: 'teach.kind.order.marked', message: 'By how much of it stands in the right order.' }),
  },
  algorithm: {
    name: translate({ id: 'teach.kind.algorithm', message: 'Write the algorithm' }),
    asks: translate({ id: 'teach.kind.algorithm.asks', message: 'A congestion control, in a few lines of Python.' }),
    marked: translate({
      id: 'teach.kind.algorithm.marked',
      message: 'It races on paths, some of which only you have. A share for each path on which the goals are met.',
    }),
  },
  incident: {
    name: translate({ id: 'teach.kind.incident', message: 'Incident' }),
    asks: translate({
      id: 'teach.kind.incident.asks',
      message: 'One hidden fault, the tools, and somebody who waits.',
    }),
    marked: translate({
      id: 'teach.kind.incident.marked',
      message: 'By the cause, and by a fix that helps.',
    }),
  },
  text: {
    name: translate({ id: 'teach.kind.text', message: 'Text' }),
    asks: translate({ id: 'teach.kind.text.asks', message: 'A few sentences in the student’s own words.' }),
    marked: translate({ id: 'teach.kind.text.marked', message: 'You read it, and give the points.' }),
  },
  note: {
    name: translate({ id: 'teach.kind.note', message: 'Note' }),
    asks: translate({ id: 'teach.kind.note.asks', message: 'Text between questions, with a figure to play with.' }),
    marked: translate({ id: 'teach.kind.note.marked', message: 'There is nothing to answer.' }),
  },
});

/** A kind's name, also of one that a file names and this page does not know. */
export const kindName = (kind: string): string => kindWords()[kind as Kind]?.name ?? kind;
