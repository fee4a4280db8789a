import Head from '@docusaurus/Head';
import Layout from '@theme/Layout';
import { type ReactNode, useId, useState } from 'react';
import { Button, Chip, IconButton } from '../ui/Button';
import { Choices } from '../ui/Choices';
import { Dialog } from '../ui/Dialog';
import { Check, Field, FieldGroup } from '../ui/Field';
import { Fact, Facts } from '../ui/Facts';
import { FileButton } from '../ui/FileButton';
import { Bullets, Grid, Row, Stack } from '../ui/layout';
import { Page } from '../ui/Page';
import { Notice, Panel } from '../ui/Panel';
import { Popover, PopoverGroup, PopoverItem } from '../ui/Popover';
import { Progress } from '../ui/Progress';
import { Section } from '../ui/Section';
import { Table } from '../ui/Table';
import { Tabs } from '../ui/Tabs';
import { Text } from '../ui/Text';
import { useDrag } from '../ui/useDrag';
import { useDrop } from '../ui/useDrop';
import css from './ui.module.css';

const SIZES = ['mark', 'small', 'note', 'ui', 'body', 'lead', 'title'] as const;
const TONES = ['soft', 'good', 'partly', 'bad', 'accent'] as const;
const INKS = 'paper surface raised ink ink-soft rule edge accent good partly bad'.split(' ');
const QUANTITIES = 'time cwnd ssthresh inflight queue rtt throughput sndbuf unsent unacked rwnd loss rto sequence bet';

/** The parts that pages are made of, in both themes, to look at while changing one. */
export default function UiPage(): ReactNode {
  return (
    <Layout title="The kit">
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      <Page title="The kit" lead="What pages and figures are made of (src/ui), in both themes. Nothing here is kept.">
        <div className={css.themes}>
          {['light', 'dark'].map((theme) => (
            <div key={theme} className={css.theme} data-theme={theme}>
              <Kit theme={theme} />
            </div>
          ))}
        </div>
      </Page>
    </Layout>
  );
}

function Kit({ theme }: { theme: string }): ReactNode {
  return (
    <Stack gap={6} isFilled>
      <Part name="Button">
        <Row>
          <Button look="main">Main</Button>
          <Button>Plain</Button>
          <Button isBad>Delete</Button>
          <Button look="tool">Tool</Button>
          <Button disabled>Disabled</Button>
          <FileButton onFiles={() => undefined}>Choose a file</FileButton>
        </Row>
        <Text>
          A sentence with a <Button look="quiet">quiet</Button> one.
        </Text>
        <Button look="card">A choice that takes a line or more, so you read it before you take it</Button>
      </Part>
      <Part name="IconButton">
        <Row>
          <IconButton label="Up">↑</IconButton>
          <IconButton label="Down" look="plain">
            ↓
          </IconButton>
        </Row>
      </Part>
      <Part name="Chip">
        <Chips />
        <OneOfThree />
      </Part>
      <Part name="Text">
        {SIZES.map((size) => (
          <Text key={size} size={size}>
            {size}: 22 MB in 26 s
          </Text>
        ))}
        <Row>
          {TONES.map((tone) => (
            <Text key={tone} as="span" tone={tone}>
              {tone}
            </Text>
          ))}
        </Row>
        <Text isProse>Prose, for longer reading: the book’s typeface, in lines of a comfortable length.</Text>
      </Part>
      <Part name="Field, Select, Check">
        <Field label="RTT" unit="ms" hint="From 1 to 1000.">
          <input defaultValue="40" inputMode="decimal" />
        </Field>
        <Field label="Loss" unit="%" problem="“4O” isn’t a number. Allowed: 0 to 10.">
          <input defaultValue="4O" />
        </Field>
        <Field label="Congestion control">
          <select defaultValue="cubic">
            <option value="cubic">CUBIC</option>
            <option value="bbr">BBR</option>
          </select>
        </Field>
        <Field label="Why">
          <textarea rows={2} defaultValue="The window is smaller than the pipe." />
        </Field>
        <Check label="SACK" note="Selective acknowledgements, RFC 2018." defaultChecked />
        <Field label="Key" problem="○ A key is missing." isMissing beside={<Button>New</Button>}>
          <input />
        </Field>
        <FieldGroup label="Which buffer" hint="One of them is too small.">
          <Check type="radio" name={`${theme}-radio`} label="The sender’s buffer" defaultChecked />
          <Check type="radio" name={`${theme}-radio`} label="The receiver’s buffer" />
        </FieldGroup>
      </Part>
      <Part name="Panel, Notice">
        <Panel>A surface to work in</Panel>
        <Panel look="raised">An aside</Panel>
        <Drop />
        <Dragged />
        {TONES.map((tone) => (
          <Notice key={tone} tone={tone} role="note">
            Notice, {tone}
          </Notice>
        ))}
      </Part>
      <Part name="Tabs">
        <TwoTabs />
      </Part>
      <Part name="Popover, Dialog">
        <Row>
          <Popover label="More">
            <PopoverItem>
              <b>CSV</b> <small>the curves as numbers</small>
            </PopoverItem>
            <PopoverGroup label="Pictures">
              <PopoverItem aria-disabled>
                <b>PNG</b> <small>waits</small>
              </PopoverItem>
            </PopoverGroup>
          </Popover>
          <Opened />
        </Row>
      </Part>
      <Part name="Facts">
        <Facts>
          <Fact name="Default">16 KiB</Fact>
          <Fact name="Since">Linux 2.4</Fact>
        </Facts>
      </Part>
      <Part name="Table">
        <Table label="Goodput" isNumbers>
          <thead>
            <tr>
              <th scope="col">Algorithm</th>
              <th scope="col">Mbit/s</th>
              <th scope="col">Retransmitted</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">CUBIC</th>
              <td>9.41</td>
              <td>32</td>
            </tr>
            <tr>
              <th scope="row">BBR</th>
              <td>9.52</td>
              <td>1,211</td>
            </tr>
          </tbody>
        </Table>
      </Part>
      <Part name="Grid, Bullets, Stack with lines">
        <Grid least="8rem" gap={3}>
          {['Reno', 'CUBIC', 'BBR'].map((each) => (
            <Panel key={each}>{each}</Panel>
          ))}
        </Grid>
        <Bullets>
          <li>A sentence.</li>
          <li>And another one.</li>
        </Bullets>
        <Stack as="ul" isFilled isRuled>
          <li>A line of a list</li>
          <li>And the next</li>
        </Stack>
      </Part>
      <Part name="Progress">
        <Progress label="Marked" value={3} max={8} />
      </Part>
      <Section title={`Section, ${theme}`}>
        <p>A part of a page, well apart from the one above.</p>
      </Section>
      <Part name="Space">
        {Array.from({ length: 9 }, (_, index) => (
          <div key={index} className={css.space} style={{ width: `var(--space-${index + 1})` }} />
        ))}
      </Part>
      <Part name="Colours">
        <Row gap={2}>
          {[...INKS, ...QUANTITIES.split(' ').map((each) => `q-${each}`)].map((ink) => (
            <span key={ink} className={css.ink} style={{ background: `var(--${ink})` }} title={ink} />
          ))}
        </Row>
      </Part>
    </Stack>
  );
}

const Part = ({ name, children }: { name: string; children: ReactNode }): ReactNode => (
  <Stack as="section" isFilled gap={3}>
    <h2>{name}</h2>
    {children}
  </Stack>
);

function Chips(): ReactNode {
  const [on, setOn] = useState('CUBIC');
  return (
    <Row gap={3}>
      {['Reno', 'CUBIC', 'BBR'].map((each) => (
        <Chip key={each} isOn={each === on} onClick={() => setOn(each)}>
          {each}
        </Chip>
      ))}
    </Row>
  );
}

function OneOfThree(): ReactNode {
  const [chosen, choose] = useState('reno');
  const id = useId();
  return (
    <Row isCentred>
      <Text id={id}>Choices:</Text>
      <Choices
        labelledBy={id}
        value={chosen}
        choices={['reno', 'cubic', 'bbr'].map((value) => ({ value, label: value }))}
        onChoose={choose}
      />
    </Row>
  );
}

function TwoTabs(): ReactNode {
  const [open, setOpen] = useState<'data' | 'python' | undefined>('data');
  return (
    <div>
      <Tabs
        label="Behind the figure"
        open={open}
        onOpen={setOpen}
        tabs={[
          { id: 'data', label: 'Data', panel: () => 'All that was drawn, as numbers.' },
          { id: 'python', label: 'Python', panel: () => 'The model.' },
        ]}
      />
    </div>
  );
}

function Drop(): ReactNode {
  const [name, setName] = useState<string>();
  const drop = useDrop((dropped) => setName(dropped.files[0]?.name));
  return (
    <Panel look="dashed" {...drop}>
      {name ?? 'A place to drop a file (useDrop)'}
    </Panel>
  );
}

function Dragged(): ReactNode {
  const [by, setBy] = useState(0);
  const [held, dragging] = useDrag<number>({
    start: (event) => event.clientX - by,
    move(event, from) {
      setBy(event.clientX - from);
      return undefined;
    },
  });
  return (
    <Panel
      look="raised"
      className={css.dragged}
      data-held={held !== undefined}
      style={{ translate: `${by}px` }}
      {...dragging}
    >
      Something to drag (useDrag)
    </Panel>
  );
}

function Opened(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>A dialog</Button>
      {isOpen && (
        <Dialog aria-label="A dialog" onClose={() => setOpen(false)}>
          <Stack as="form" method="dialog">
            <p>Escape closes it and returns the focus to its button.</p>
            <Button type="submit" look="main">
              Close
            </Button>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
