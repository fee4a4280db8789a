import type { StreamSpec } from '../../model/contract';
import { formatValue } from '../format';
import { Frame, type Moving, type Said } from '../moving';
import { inkOf } from '../styles';
import view from '../views.module.css';
import type { Translate } from '../words';
import { drawStream } from './drawStream';
import { layoutStream, type StreamLayout } from './layoutStream';
import { edgeAt, readStream, type StreamData } from './readStream';

const streamWords = (translate: Translate) => ({
  acked: translate({ id: 'view.stream.acked', message: 'acknowledged' }),
  inflight: (amount: string) => translate({ id: 'view.stream.inflight', message: 'in flight: {amount}' }, { amount }),
  notYet: translate({ id: 'view.stream.notYet', message: 'must wait' }),
  /** For those who do not see the drawing. */
  binds: (title: string) => translate({ id: 'view.stream.binds', message: 'the smallest: {title}' }, { title }),
});

type StreamWords = ReturnType<typeof streamWords>;

const say = ({ edges, inflight }: StreamData, words: StreamWords, t: number): Said => ({
  inflight: words.inflight(formatValue(inflight.at(t), inflight.unit)),
  ...Object.fromEntries(
    edges.map(({ at, series }, i) => [`edge ${i}`, Number.isFinite(at(t)) ? formatValue(at(t), series.unit) : '']),
  ),
});

/** Windows that slide over bytes. */
export const stream: Moving<StreamSpec, StreamLayout, StreamData, StreamWords> = {
  read: readStream,
  layout: layoutStream,
  words: streamWords,
  draw: drawStream,
  say,
  tell: (data, words, t) => {
    const { edges } = data;
    const said = say(data, words, t);
    const least = edgeAt(edges, t);
    const binding = edges.find((edge) => edge.at(t) === least);
    return [
      ...edges.map(({ title }, i) => `${title} ${said[`edge ${i}`]}`),
      said.inflight!,
      ...(binding ? [words.binds(binding.title)] : []),
    ].join(', ');
  },
  Places({ layout, data, words, t, title, marks }) {
    const { rows, ribbon, captionY, left, width, narrow } = layout;
    const said = say(data, words, t);
    return (
      <Frame {...{ layout, title }}>
        <rect className={view.tray} x={0} y={ribbon.top} width={width} height={ribbon.height} rx={4} />
        {data.edges.map((edge, i) => (
          <text
            key={edge.title}
            className={view.label}
            style={inkOf(edge.series.quantity)}
            data-series={edge.series.quantity}
            x={rows[i]!.textX}
            y={rows[i]!.textY}
            textAnchor={narrow ? 'start' : 'end'}
          >
            {edge.title}
            <tspan className={view.tick} dx={6} data-label={`edge ${i}`}>
              {said[`edge ${i}`]}
            </tspan>
          </text>
        ))}
        {!narrow && (
          <text className={view.tick} x={left - 8} y={captionY} textAnchor="end">
            {words.acked}
          </text>
        )}
        <text className={view.tick} x={left} y={captionY} data-label="inflight">
          {said.inflight}
        </text>
        <text className={view.tick} x={width} y={captionY} textAnchor="end">
          {words.notYet}
        </text>
        {marks}
      </Frame>
    );
  },
};
