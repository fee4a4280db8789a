import { translate } from '@docusaurus/Translate';
import type { ComponentType } from 'react';
import type { Kind } from '../../../model/contract';
import { AlgorithmFields } from './AlgorithmFields';
import { CaptureFields } from './CaptureFields';
import { LabFields } from './LabFields';
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
  capture: CaptureFields,
  lab: LabFields,
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
    asks: translate({
      id: 'teach.kind.numeric.asks',
      message: 'How fast is it, how long does it take, how large must it be?',
    }),
    marked: translate({
      id: 'teach.kind.numeric.marked',
      message: 'Right if it is close enough to what the model says.',
    }),
  },
  choice: {
    name: translate({ id: 'teach.kind.choice', message: 'Choice' }),
    asks: translate({ id: 'teach.kind.choice.asks', message: 'Pick one of a few, or several.' }),
    marked: translate({
      id: 'teach.kind.choice.marked',
      message: 'You say which are right, or the model runs them all and sees which wins.',
    }),
  },
  setting: {
    name: translate({ id: 'teach.kind.setting', message: 'Find the setting' }),
    asks: translate({ id: 'teach.kind.setting.asks', message: 'Turn these controls until the goals are met.' }),
    marked: translate({
      id: 'teach.kind.setting.marked',
      message: 'The model runs with the student’s settings. Any that meet the goals are right.',
    }),
  },
  curve: {
    name: translate({ id: 'teach.kind.curve', message: 'Draw the curve' }),
    asks: translate({ id: 'teach.kind.curve.asks', message: 'Predict a curve before it is shown.' }),
    marked: translate({ id: 'teach.kind.curve.marked', message: 'By how close it is to the model’s curve.' }),
  },
  order: {
    name: translate({ id: 'teach.kind.order', message: 'Order' }),
    asks: translate({ id: 'teach.kind.order.asks', message: 'Put lines in order: steps, packets, a program.' }),
    marked: translate({ id: 'teach.kind.order.marked', message: 'By how much of it is in the right order.' }),
  },
  algorithm: {
    name: translate({ id: 'teach.kind.algorithm', message: 'Write the algorithm' }),
    asks: translate({ id: 'teach.kind.algorithm.asks', message: 'Congestion control, in a few lines of Python.' }),
    marked: translate({
      id: 'teach.kind.algorithm.marked',
      message:
        'It runs on several paths, some of which only you have. Each path on which it meets the goals earns a share of the points.',
    }),
  },
  incident: {
    name: translate({ id: 'teach.kind.incident', message: 'Incident' }),
    asks: translate({
      id: 'teach.kind.incident.asks',
      message: 'One hidden fault, the usual tools, and somebody waiting.',
    }),
    marked: translate({
      id: 'teach.kind.incident.marked',
      message: 'By whether the cause is right, and whether the fix helps.',
    }),
  },
  capture: {
    name: translate({ id: 'teach.kind.capture', message: 'Capture' }),
    asks: translate({
      id: 'teach.kind.capture.asks',
      message: 'A capture of the student’s own: what limits it, and a number in it.',
    }),
    marked: translate({
      id: 'teach.kind.capture.marked',
      message: 'By the limit that was drawn, and by the number in its packets. Each has its points.',
    }),
  },
  lab: {
    name: translate({ id: 'teach.kind.lab', message: 'Lab' }),
    asks: translate({
      id: 'teach.kind.lab.asks',
      message: 'To repair something on a real Linux in the page, and to hand in the session.',
    }),
    marked: translate({
      id: 'teach.kind.lab.marked',
      message: 'By typing the same keys on a fresh machine and measuring there; `inflight grade` does it, in Node.js.',
    }),
  },
  text: {
    name: translate({ id: 'teach.kind.text', message: 'Text' }),
    asks: translate({ id: 'teach.kind.text.asks', message: 'A few sentences in the student’s own words.' }),
    marked: translate({ id: 'teach.kind.text.marked', message: 'You read it and give the points.' }),
  },
  note: {
    name: translate({ id: 'teach.kind.note', message: 'Note' }),
    asks: translate({ id: 'teach.kind.note.asks', message: 'Text between questions, with a figure to play with.' }),
    marked: translate({ id: 'teach.kind.note.marked', message: 'There is nothing to answer.' }),
  },
});

/** A kind's name, also of one that a file names and this page does not know. */
export const kindName = (kind: string): string => kindWords()[kind as Kind]?.name ?? kind;
