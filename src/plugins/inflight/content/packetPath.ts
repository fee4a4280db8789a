import * as v from 'valibot';
import type { PacketPath } from '../../../model/packetPath';
import type { BookLink } from './bookLink';
import { fields, listOf, parseContent, type Source, text } from './parseContent';

/** As many as the drawing has (`src/guide/packet-path/Drawing.tsx`). */
const STOPS = 8;

/** The stops of docs/packet-path.yaml. */
export function parsePacketPath(source: Source, chapter: BookLink): PacketPath {
  const stops = listOf(fields({ name: text, questions: listOf(fields({ text, chapter })) }));
  const way = v.pipe(stops, v.length(STOPS, `the drawing has ${STOPS} places`));
  return parseContent(fields({ way, around: stops }), source);
}
