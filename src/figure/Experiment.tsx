import clsx from 'clsx';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import type { Bet, Experiment as Schema, Params, Preset } from '../model/contract';
import type { Prerendered } from '../model/types';
import { keepUnits } from '../text/units';
import { Row } from '../ui/layout';
import { BetButton, BetOver, BetPanel, BetQuestion, useBetting } from './bet';
import { Compare, Compared } from './compare/Compare';
import Controls from './controls/Controls';
import { LeadsOut } from './controls/KnobName';
import { codeOf } from './code/approval';
import { CodeSection } from './code/CodeSection';
import { Header } from './Header';
import { Notices } from './Notices';
import { settingOf } from './parameters';
import { Picture } from './Picture';
import { Pipe } from './pipe/Pipe';
import { Presets } from './Presets';
import { RunProgress, sayUnfinished } from './RunProgress';
import { Room } from './Room';
import { Listen } from './sound/Sound';
import { isUnfinished } from './state';
import { Summary } from './Summary';
import { Behind } from './tabs/Behind';
import { useEscape } from './useEscape';
import type { Start } from './useBuilt';
import { useExperiment } from './useExperiment';
import { useInPage } from './useInPage';
import { useScene } from './useScene';
import { ViewSwitch } from './ViewSwitch';
import { pipeOf } from './views';
import css from './Experiment.module.css';

export interface ExperimentProps {
  id: string;
  /** Prefix of its values in the address; needed where an experiment stands on a page twice. */
  name?: string;
  /** The preset it starts from, if not the first. */
  preset?: string;
  /** The bet that it opens with: nothing of the answer is seen before the reveal. */
  bet?: string;
  /** Names of parameters that are shown and cannot be moved, and of those that are not shown. */
  locked?: readonly string[];
  hidden?: readonly string[];
  /** Do links lead to the figure's own page, and not to the one it stands on? */
  toOwnPage?: boolean;
  /** It stands in a question: what it starts from. The address plays no part, and there are no bets. */
  start?: Start;
  /** Told what stands in the editor of a reader's code. */
  onCode?: (code: string) => void;
  /** Filled in by the remark plugin. */
  data: Prerendered;
}

const NONE: readonly string[] = [];
const NO_BETS: readonly Bet[] = [];

/** The presets and bets that parameters which cannot be moved do not rule out. */
function possible(experiment: Schema, fixed: readonly string[], params: Params): Pick<Schema, 'presets' | 'bets'> {
  const isPossible = (at: Preset | Bet): boolean => {
    const setting = settingOf(experiment, at);
    return fixed.every((name) => setting[name] === params[name]);
  };
  return { presets: experiment.presets.filter(isPossible), bets: experiment.bets.filter(isPossible) };
}

/** A question, the picture that answers it, and the controls to ask again. */
export default function Experiment(props: ExperimentProps): ReactNode {
  const { id, name = id, preset, bet, locked = NONE, hidden = NONE, toOwnPage = false, start, onCode, data } = props;
  const { experiment } = data;
  const fixed = useMemo(() => [...locked, ...hidden], [locked, hidden]);
  const figure = useExperiment(data, name, preset, fixed, start);
  useInPage(figure, experiment);
  const { presets, bets: all } = possible(experiment, fixed, figure.state.params);
  const bets = start ? NO_BETS : all;
  const betting = useBetting(experiment, bets, figure, name, bet);
  const scene = useScene(data, figure, betting);
  const { state, look, clock } = figure;
  const frame = useRef<HTMLElement>(null);
  const pictures = useRef<HTMLDivElement>(null);
  // While a bet is open, what it waits for is not to be stopped.
  const canHold = state.pace?.long === true && !betting.isCovered;
  useEscape(frame, canHold && !state.stopped, () => figure.hold(true));
  const pipe = pipeOf(experiment);
  const question = useId();
  const runs = Object.values(data.runs);

  return (
    <figure
      ref={frame}
      className={clsx('experiment ui', css.frame)}
      tabIndex={-1}
      aria-labelledby={question}
      data-experiment={name}
    >
      <div className={css.head}>
        <Header id={question} isShared={!start} {...{ experiment, figure, toOwnPage, frame, pictures }} />
        {betting.bet ? (
          <BetQuestion betting={betting} />
        ) : (
          presets.length > 0 && <Presets presets={presets} chosen={figure.preset} onChoose={figure.choose} />
        )}
      </div>
      <div className={clsx(css.body, betting.className)}>
        <div ref={pictures} className={css.main}>
          <div className={css.along}>
            {pipe && !betting.isCovered && (
              <Pipe
                spec={pipe}
                experiment={experiment}
                run={state.run}
                params={state.params}
                fixed={fixed}
                clock={clock}
                onChange={figure.change}
                onWake={figure.wake}
                needRun={figure.complete}
              />
            )}
            {!betting.bet && (
              <ViewSwitch
                views={scene.views}
                chosen={look.view}
                waiting={scene.spec.kind !== look.view}
                onChoose={(view) => figure.show({ view })}
              />
            )}
            <Picture
              {...scene}
              clock={clock}
              parameters={experiment.parameters.filter(({ name: each }) => !fixed.includes(each))}
              params={state.params}
              onChange={figure.change}
              title={experiment.title}
              events={runs.some((each) => each.events.length > 0)}
              over={(drawing) => <BetOver {...{ betting, drawing }} columns={state.done.columns} />}
              touchable={!betting.isCovered}
            >
              <RunProgress
                state={state}
                loading={figure.status.state !== 'ready'}
                ghost={scene.hasGhost && !betting.isCovered}
                onHold={canHold ? figure.hold : undefined}
              />
            </Picture>
            <Row isCentred>
              {!betting.bet && <Compare experiment={experiment} figure={figure} />}
              {bets.length > 0 && <BetButton betting={betting} figure={id} />}
              {!betting.isCovered && <Listen experiment={experiment} run={state.done} clock={clock} />}
            </Row>
            {!betting.bet && <Compared {...{ experiment, figure }} seeds={scene.seeds} linux={scene.linux} />}
            <Room
              texts={runs.map((each) => each.sentence)}
              aria-live="polite"
              aria-busy={state.progress !== undefined && !state.stopped}
            >
              {betting.isCovered ? '' : keepUnits(isUnfinished(state) ? sayUnfinished(state) : state.done.sentence)}
            </Room>
            <Notices experiment={experiment} figure={figure} failures={codeOf(experiment) === undefined} />
          </div>
        </div>
        <div
          className={css.controls}
          data-first={betting.bet !== undefined}
          onPointerDown={figure.wake}
          onFocus={figure.wake}
        >
          {betting.bet ? (
            <BetPanel betting={betting} experiment={experiment} amounts={state.done.summary} />
          ) : (
            <LeadsOut value={toOwnPage}>
              <Controls
                parameters={experiment.parameters}
                params={state.params}
                base={figure.base}
                locked={locked}
                hidden={hidden}
                onChange={figure.change}
                onAgain={figure.again}
              />
            </LeadsOut>
          )}
        </div>
        {!betting.isCovered && (
          <Summary
            summary={state.done.summary}
            before={scene.against?.summary}
            isKept={look.pin !== undefined}
            isOld={isUnfinished(state)}
          />
        )}
      </div>
      {!betting.isCovered && <CodeSection {...{ experiment, figure, onCode }} isOwn={start !== undefined} />}
      {!betting.isCovered && <Behind data={data} result={state.done} />}
    </figure>
  );
}
