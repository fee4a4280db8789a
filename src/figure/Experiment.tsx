import clsx from 'clsx';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { Bet } from '../model/contract';
import type { Prerendered } from '../model/types';
import { keepUnits } from '../text/units';
import { Row } from '../ui/layout';
import { BetAnswer, BetButton, BetCover, BetOver, BetQuestion, useBetting } from './bet';
import { Compared } from './compare/Compare';
import Controls from './controls/Controls';
import { LeadsOut } from './controls/KnobName';
import { Companion } from './companion/Companion';
import { codeOf } from './code/approval';
import { CodeSection } from './code/CodeSection';
import { Header } from './Header';
import { Lead } from './Lead';
import { Notices } from './Notices';
import { possible } from './parameters';
import { Picture } from './Picture';
import { Pipe } from './pipe/Pipe';
import { RunProgress, sayUnfinished } from './RunProgress';
import { Listen } from './sound/Sound';
import { SceneStrip } from './scene/SceneStrip';
import { RaceStrip } from './race/RaceStrip';
import { isUnfinished } from './state';
import { Story } from './Story';
import { Summary } from './Summary';
import { Behind } from './tabs/Behind';
import { useEscape } from './useEscape';
import type { Start } from './useBuilt';
import { useExperiment } from './useExperiment';
import { useInPage } from './useInPage';
import { useScene } from './useScene';
import { ViewSwitch } from './ViewSwitch';
import { canDraw, drawingOf, lanesOf, pipeOf, raceOf } from './views';
import css from './Experiment.module.css';

export interface ExperimentProps {
  id: string;
  /** Prefix of its values in the address; needed where an experiment stands on a page twice. */
  name?: string;
  /** The preset it starts from, if not the first. */
  preset?: string;
  /** The bet that it opens with: nothing of the answer is seen before the reveal. */
  bet?: string;
  /** The controls that stand beside it before a reader asks for all, three at most: `rate,rtt`. Unless said, its own. */
  knobs?: string;
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
const nothing = (): void => undefined;

/** A question, the picture that answers it, and the controls to ask again. */
export default function Experiment(props: ExperimentProps): ReactNode {
  const {
    id,
    name = id,
    preset,
    bet,
    knobs,
    locked = NONE,
    hidden = NONE,
    toOwnPage = false,
    start,
    onCode,
    data,
  } = props;
  const { experiment } = data;
  const fixed = useMemo(() => [...locked, ...hidden], [locked, hidden]);
  const figure = useExperiment(data, name, preset, fixed, start);
  useInPage(figure, experiment);
  const { presets, bets: all } = possible(experiment, fixed, figure.state.params);
  const bets = start ? NO_BETS : all;
  const betting = useBetting(experiment, { presets, bets }, figure, name, bet);
  const scene = useScene(data, figure, betting);
  const { state, look, clock } = figure;
  const frame = useRef<HTMLElement>(null);
  const pictures = useRef<HTMLDivElement>(null);
  // While a bet is open, what it waits for is not to be stopped.
  const canHold = state.pace?.long === true && !betting.isCovered;
  useEscape(frame, canHold && !state.stopped, () => figure.hold(true));
  const isPipeChosen = scene.spec.kind === 'pipe';
  const drawing = isPipeChosen ? undefined : drawingOf(experiment);
  const pipe = drawing ? undefined : pipeOf(experiment);
  const race = raceOf(experiment);
  const [question, asked] = [useId(), useId()];
  const runs = Object.values(data.runs);
  const sentences = runs.map((each) => each.sentence);
  const { run: shown, params: set } = betting.seen.drawing;
  const [isListening, listen] = useState(false);
  const isOld = isUnfinished(state);
  const isKept = look.pin !== undefined;
  // A run that takes long is seen growing.
  const isLone = !betting.bet && !look.pin && !look.band && !look.linux && !canHold;
  const code = !betting.bet && <CodeSection {...{ experiment, figure, onCode }} isOwn={start !== undefined} />;
  const told = (
    <RunProgress
      state={state}
      loading={figure.status.state !== 'ready'}
      ghost={scene.hasGhost && !betting.isCovered}
      onHold={canHold ? figure.hold : undefined}
    />
  );
  const [number] = Object.values(state.done.summary);
  const [before] = Object.values(scene.against?.summary ?? {});

  return (
    <figure
      ref={frame}
      className={clsx('experiment ui', css.frame)}
      tabIndex={-1}
      aria-labelledby={question}
      data-experiment={name}
      data-lone={isLone}
    >
      <div className={css.head}>
        <Header
          {...{ id: question, experiment, figure, toOwnPage, frame, pictures }}
          isShared={!start}
          canCompare={!betting.bet}
          onListen={betting.bet || lanesOf(experiment).length === 0 ? undefined : () => listen(true)}
        />
        {betting.bet ? (
          <BetQuestion id={asked} betting={betting} />
        ) : (
          <>
            {presets.length > 0 && <Story presets={presets} chosen={figure.preset} onChoose={figure.choose} />}
            <Lead
              className={betting.className}
              {...{ number, before, isKept, isOld }}
              sentence={keepUnits(isOld ? sayUnfinished(state) : state.done.sentence)}
              sentences={sentences}
              isBusy={state.progress !== undefined && !state.stopped}
            />
          </>
        )}
      </div>
      <div className={clsx(css.body, race && css.raced, betting.className)} data-bet={betting.bet?.kind}>
        <div ref={pictures} className={css.main}>
          <div className={css.along}>
            {(pipe ?? drawing) && (
              <BetCover betting={betting}>
                {pipe && (
                  <Pipe
                    spec={pipe}
                    experiment={experiment}
                    run={shown}
                    params={set}
                    fixed={betting.isCovered ? experiment.parameters.map(({ name: each }) => each) : fixed}
                    clock={clock}
                    onChange={figure.change}
                    onWake={figure.wake}
                    needRun={betting.isCovered ? nothing : figure.complete}
                  />
                )}
                {drawing && (
                  <SceneStrip
                    spec={drawing}
                    // What the picture was thinned to may lack what is drawn; what is hidden stays so.
                    run={canDraw(drawing, shown) || betting.isCovered ? shown : (state.whole ?? shown)}
                    clock={clock}
                    onWake={figure.wake}
                  />
                )}
              </BetCover>
            )}
            {race && !betting.isCovered && (
              <RaceStrip spec={race} run={state.run} judged={state.done} clock={clock} onWake={figure.wake}>
                {isLone && look.view === race.kind && told}
              </RaceStrip>
            )}
            {race && code}
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
              moves={!pipe && !drawing && scene.spec.kind !== 'lanes'}
            >
              {told}
            </Picture>
            <BetAnswer
              betting={betting}
              question={asked}
              hasMore={bets.length > 1}
              amounts={state.done.summary}
              sentences={sentences}
            />
            <Row gap={3} isCentred className={css.ways}>
              {!betting.bet && (
                <ViewSwitch
                  views={scene.views}
                  chosen={look.view}
                  waiting={scene.spec.name !== look.view}
                  onChoose={(view) => figure.show({ view })}
                />
              )}
              {bets.length > 0 && <BetButton betting={betting} figure={id} />}
              {isListening && !betting.bet && <Listen experiment={experiment} run={state.done} clock={clock} />}
            </Row>
            {!betting.bet && (
              <Compared {...{ experiment, figure }} kind={scene.spec.kind} seeds={scene.seeds} linux={scene.linux} />
            )}
            <Notices experiment={experiment} figure={figure} failures={codeOf(experiment) === undefined} />
          </div>
        </div>
        {!betting.bet && (
          <div className={css.controls} onPointerDown={figure.wake} onFocus={figure.wake}>
            <LeadsOut value={toOwnPage}>
              <Controls
                parameters={experiment.parameters}
                knobs={knobs?.split(',') ?? experiment.knobs}
                params={state.params}
                base={figure.base}
                locked={locked}
                hidden={hidden}
                onChange={figure.change}
                onAgain={figure.again}
              />
            </LeadsOut>
            <Summary summary={state.done.summary} before={scene.against?.summary} {...{ isKept, isOld }} />
          </div>
        )}
      </div>
      {!race && code}
      <Companion
        {...{ name, experiment, frame }}
        {...scene}
        number={betting.isCovered ? undefined : number}
        before={before}
        sentence={betting.isCovered ? experiment.question : state.done.sentence}
      />
      {!betting.bet && <Behind data={data} result={state.done} runtime={figure.runtime} />}
    </figure>
  );
}
