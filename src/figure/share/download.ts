import type { Experiment } from '../../model/contract';
import type { Result } from '../../model/types';
import { saveFile } from '../../ui/saveFile';
import { saySetting } from '../messages';
import { toCsv } from './csv';
import { fileName } from './fileName';
import { toJson } from './json';
import { takeLooks, takePictures } from './picture';
import { fontRule, toPng } from './png';
import { type Caption, toSvg } from './svg';
import type { Setting } from '../urlState';

export type Format = 'csv' | 'svg' | 'png' | 'json';

/** What a file is made of. */
export interface Subject {
  experiment: Experiment;
  setting: Setting;
  /** Where the figure can be seen as it is now. */
  address: string;
  sentence: string;
  /** The run with all its rows. */
  whole: () => Promise<Result>;
  /** The element that holds the figure. */
  frame: Element;
  /** The part of it that holds its pictures. */
  pictures: Element;
}

function captionOf({ experiment, setting, sentence, address }: Subject): Caption {
  const { question, parameters } = experiment;
  const settings = parameters.map(
    (parameter) => `${parameter.label}: ${saySetting(parameter, setting.params[parameter.name])}`,
  );
  return { question, sentence, address, settings };
}

async function contentOf(format: Format, subject: Subject): Promise<Blob> {
  if (format === 'csv')
    return new Blob([toCsv(subject.experiment, await subject.whole(), subject.address)], { type: 'text/csv' });
  if (format === 'json') return new Blob([toJson(await subject.whole())], { type: 'application/json' });
  const looks = takeLooks(subject.frame);
  const draw = (style?: string) => toSvg(takePictures(subject.pictures), captionOf(subject), looks, style);
  if (format === 'svg') return new Blob([draw().text], { type: 'image/svg+xml' });
  return toPng(draw(await fontRule(looks.font)));
}

/** Hands the figure to the reader as a file. */
export async function download(format: Format, subject: Subject): Promise<void> {
  const { experiment, setting } = subject;
  saveFile(await contentOf(format, subject), fileName(experiment, setting.params, setting.seed, format));
}
