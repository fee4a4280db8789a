import type { ReactNode } from 'react';
import type { Result } from '../../model/types';
import { cut } from '../text';
import { BAR, GUTTER, type Layout, PROMPT, type Screen } from './layoutTerminal';
import { type Change, linesTaken, type Printed, printScreen, type Rows, rowsOf, spaced } from './print';
import css from './terminal.module.css';
import views from '../views.module.css';

/** What the output looks like while nothing is printed in it: a window with its bar. */
export function Frame({ layout: { width, bottom }, title }: { layout: Layout; title: string }): ReactNode {
  return (
    <g>
      <rect className={views.part} x={0.5} y={0.5} width={width - 1} height={bottom - 1} rx={7} />
      <line className={views.rule} x1={1} x2={width - 1} y1={BAR - 0.5} y2={BAR - 0.5} />
      {[0, 1, 2].map((index) => (
        <circle key={index} className={views.frame} strokeWidth={1.5} cx={16 + index * 15} cy={BAR / 2} r={4.5} />
      ))}
      <text className={views.title} x={66} y={BAR / 2} dy="0.34em">
        {cut(title, width - 66 - 90, 12)}
      </text>
    </g>
  );
}

const SHAPES: Record<Exclude<Change, ''>, string> = {
  more: 'M0,3.5h8l-4,-7z',
  less: 'M0,-3.5h8l-4,7z',
  other: 'M0,0l4,-4l4,4l-4,4z',
};

/** A sign before a line of which something has changed: up, down, another word. */
function Sign({ printed, y }: { printed: readonly Printed[]; y: number }): ReactNode {
  const change = printed.find((each) => each.change !== '')?.change;
  return change ? <path className={views.ink} transform={`translate(7,${y - 4})`} d={SHAPES[change]} /> : null;
}

/** Words and values at their places; those that have changed stand in reverse, as `watch -d` shows them. */
function Output({ printed, layout, y }: { printed: readonly Printed[]; layout: Layout; y: number }): ReactNode {
  const { char, line, font } = layout;
  return [...rowsOf(printed)].map(([row, words]) => {
    const at = y + row * line + font;
    const texts = spaced(words);
    return (
      <g key={row}>
        <Sign printed={words} y={at} />
        {words.map(
          ({ change, text, x }) =>
            change !== '' && (
              <rect
                key={x}
                className={css.reverse}
                x={(GUTTER + x * char - 1.5).toFixed(1)}
                y={(at - font + 0.5).toFixed(1)}
                width={(text.length * char + 3).toFixed(1)}
                height={font + 3}
                rx={2}
              />
            ),
        )}
        <text className={css.line} y={at} style={{ fontSize: font }}>
          {words.map(({ x, isValue, change }, index) => (
            <tspan key={x} x={(GUTTER + x * char).toFixed(1)} data-value={isValue} data-change={change || undefined}>
              {texts[index]}
            </tspan>
          ))}
        </text>
      </g>
    );
  });
}

function Command({ screen, layout, y }: { screen: Screen; layout: Layout; y: number }): ReactNode {
  const { char, line, font } = layout;
  return screen.typed.map((text, index) => (
    <text key={index} className={css.line} y={y + index * line + font} style={{ fontSize: font }}>
      {index === 0 && (
        <tspan className={css.prompt} x={GUTTER}>
          {PROMPT}
        </tspan>
      )}
      <tspan className={css.command} x={(GUTTER + PROMPT.length * char).toFixed(1)}>
        {text}
      </tspan>
    </text>
  ));
}

/** Where each command begins at a moment, and the prompt after them: what is not printed leaves no gap. */
function placeScreens(
  { screens, line, bottom }: Layout,
  run: Pick<Result, 'columns'>,
  row: number,
): { placed: { screen: Screen; y: number }[]; prompt: number } {
  let saved = 0;
  const placed: { screen: Screen; y: number }[] = [];
  for (const screen of screens) {
    placed.push({ screen, y: screen.y - saved });
    const all = screen.typed.length + screen.fold.blocks * screen.lines.length;
    saved += (all - linesTaken(screen, run, row)) * line;
  }
  return { placed, prompt: bottom - line - saved };
}

interface ScreensProps {
  layout: Layout;
  run: Pick<Result, 'columns'>;
  rows: Rows;
  /** The moment, in words. */
  time: string;
}

/** All commands with what they print at a moment. It covers what another moment has left there. */
export function Screens({ layout, run, rows, time }: ScreensProps): ReactNode {
  const { width, bottom, font, char } = layout;
  const { placed, prompt } = placeScreens(layout, run, rows.row);
  return (
    <g>
      <rect className={views.panel} x={1} y={BAR} width={width - 2} height={bottom - BAR - 7} />
      <rect className={views.panel} x={width - 88} y={2} width={80} height={BAR - 4} />
      <text className={views.unit} x={width - 12} y={BAR / 2} dy="0.34em" textAnchor="end">
        {time}
      </text>
      {placed.map(({ screen, y }) => (
        <g key={screen.command}>
          <Command screen={screen} layout={layout} y={y} />
          <Output printed={printScreen(screen, run, rows)} layout={layout} y={y} />
        </g>
      ))}
      <text className={`${css.line} ${css.prompt}`} x={GUTTER} y={prompt - 5 + font} style={{ fontSize: font }}>
        {PROMPT.trim()}
      </text>
      <rect
        className={css.caret}
        x={(GUTTER + PROMPT.length * char).toFixed(1)}
        y={prompt - 4}
        width={char.toFixed(1)}
        height={font + 2}
      />
    </g>
  );
}
