/**
 * Serves the built site with a script at the beginning of each page, which keeps what goes wrong in it: WebKit's driver
 * does not tell what is said on the console.
 */
import { createServer } from 'node:http';
import { serve } from '../../scripts/serve.mjs';

function keepProblems() {
  window.problems = [];
  const keep = (kind, what) => window.problems.push(`${kind}: ${what?.stack ? `${what}\n${what.stack}` : what}`);
  // A picture that is drawn at its width gets another height: that its observer hears so a frame later is no error.
  const isLater = (message) => /^ResizeObserver loop completed/.test(message);
  addEventListener('error', ({ error, message }) => isLater(message) || keep('uncaught', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => keep('rejected', reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    keep('policy', `${violatedDirective} ${blockedURI}`),
  );
  for (const level of ['error', 'warn']) {
    const say = console[level];
    console[level] = (...words) => {
      keep(level, words.join(' '));
      say.apply(console, words);
    };
  }
}

const site = await serve('build');
const server = createServer(async ({ url }, response) => {
  const answer = await fetch(new URL(url, site.url), { redirect: 'manual' });
  const type = answer.headers.get('content-type') ?? '';
  const body = type.startsWith('text/html')
    ? (await answer.text()).replace(/<head[^>]*>/, `$&<script>(${keepProblems})()</script>`)
    : Buffer.from(await answer.arrayBuffer());
  const location = answer.headers.get('location');
  response.writeHead(answer.status, { 'Content-Type': type, ...(location && { Location: location }) }).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`Serving at http://localhost:${server.address().port}/`));
