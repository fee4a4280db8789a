import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import data from '@inflight/first/send-buffer.json';
import Opening from '@site/src/figure/front/Opening';
import PacketPath from '@site/src/guide/packet-path/PacketPath';
import { Stack } from '@site/src/ui/layout';
import { Page } from '@site/src/ui/Page';
import { Text } from '@site/src/ui/Text';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';
import css from './index.module.css';

/** A question of the reader’s, and where the book answers it. */
const Part = ({ title, children }: { title: ReactNode; children: ReactNode }): ReactNode => (
  <Stack as="section" isFilled className={css.section}>
    <Text as="h2" size="title">
      {title}
    </Text>
    {children}
  </Stack>
);

export default function Home(): ReactNode {
  return (
    <Layout
      description={translate({
        id: 'home.description',
        message:
          'An interactive textbook on TCP performance. Its models run in the page and are checked against Linux.',
      })}
    >
      <Page width="home">
        <header className={css.head}>
          <h1>
            <Translate id="home.title">In Flight</Translate>
            <small>
              <Translate id="home.subtitle">TCP performance you can drag</Translate>
            </small>
          </h1>
          <Text size="lead" className={css.incident}>
            <Translate id="home.incident">
              A server sends 22&nbsp;MB over an idle 100&nbsp;Mbit/s line. It should take two seconds. It takes 26.
              Nothing is lost and nothing is broken. Find the limit.
            </Translate>
          </Text>
        </header>
        <Opening data={data} />
        <Text size="body" isStrong className={css.on}>
          <Link to="/book/windows/why-slow/">
            <Translate id="home.readOn">Read why, and what Linux does about it</Translate>
          </Link>
        </Text>

        <Part title={<Translate id="home.map">A packet’s path is the map of the book</Translate>}>
          <Text size="body" isProse>
            <Translate id="home.map.text">
              Between send() and recv(), a packet can wait or vanish in eight places. Each has a knob and a counter, and
              each gets a chapter.
            </Translate>
          </Text>
          <PacketPath />
        </Part>

        <Part title={<Translate id="home.guide">Is something slow today?</Translate>}>
          <Text size="body" isProse>
            <Translate
              id="home.guide.text"
              values={{
                locate: (
                  <Link to="/book/guide/locate/">
                    <Translate id="home.guide.locate">Say where it hurts</Translate>
                  </Link>
                ),
                yours: (
                  <Link to="/yours/">
                    <Translate id="home.guide.yours">Drop a capture of it</Translate>
                  </Link>
                ),
                room: (
                  <Link to="/book/guide/incident-room/">
                    <Translate id="home.guide.room">incident room</Translate>
                  </Link>
                ),
              }}
            >
              {
                '{locate}, run one command, and you’re at the figure that shows it. {yours}, and your browser tells you what limited it, interval by interval; nothing is uploaded. If nothing is slow, practise: in the {room}, somebody complains and one thing is wrong.'
              }
            </Translate>
          </Text>
        </Part>

        <Part title={<Translate id="home.linux">Would you rather type?</Translate>}>
          <Text size="body" isProse>
            <Translate
              id="home.linux.text"
              values={{
                linux: (
                  <Link to="/linux/">
                    <Translate id="home.linux.linux">A real Linux</Translate>
                  </Link>
                ),
                labs: (
                  <Link to="/linux/#labs">
                    <Translate id="home.linux.labs">twelve labs</Translate>
                  </Link>
                ),
              }}
            >
              {
                '{linux} starts in this tab, with a sender, a router and a receiver, and you are root on all three. In each of {labs}, something on it is broken, and a check measures whether you have repaired it.'
              }
            </Translate>
          </Text>
        </Part>

        <Part title={<Translate id="home.practice">Will you know it in a month?</Translate>}>
          <Text size="body" isProse>
            <Translate
              id="home.practice.text"
              values={{
                practice: (
                  <Link to="/practice/">
                    <Translate id="home.practice.practice">Practice</Translate>
                  </Link>
                ),
                interview: (
                  <Link to="/interview/">
                    <Translate id="home.practice.interview">mock interview</Translate>
                  </Link>
                ),
                paths: (
                  <Link to="/book/practice/paths/">
                    <Translate id="home.practice.paths">a path for one evening</Translate>
                  </Link>
                ),
              }}
            >
              {
                '{practice} brings each question back before you forget it, often with new numbers. Is an interview coming up? There’s {paths}, and a {interview}.'
              }
            </Translate>
          </Text>
        </Part>

        <Part title={<Translate id="home.teach">Do you teach this?</Translate>}>
          <Text size="body" isProse>
            <Translate
              id="home.teach.text"
              values={{
                give: (
                  <Link to="/book/teaching/guide/">
                    <Translate id="home.teach.give">Give an assignment</Translate>
                  </Link>
                ),
                ready: (
                  <Link to="/book/teaching/assignments/">
                    <Translate id="home.teach.ready">ready-made</Translate>
                  </Link>
                ),
                own: (
                  <Link to="/teach/">
                    <Translate id="home.teach.own">your own</Translate>
                  </Link>
                ),
              }}
            >
              {
                '{give}, {ready} or {own}. Each student gets a different path, and the models mark what they hand in. You need no server and no account.'
              }
            </Translate>
          </Text>
        </Part>
      </Page>
    </Layout>
  );
}
