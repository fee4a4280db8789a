import type { ToolOutput } from '../../model/reading';

/** As it stands in a terminal. */
const shown = ({ command, pieces }: ToolOutput): string => `$ ${command}\n${pieces.map(({ text }) => text).join('')}\n`;

/** Two senders that a receiver slows down. */
export async function slowReader(): Promise<string> {
  const { default: ss } = await import('@reading/ss.json');
  return shown(ss.rwnd!);
}

/** A server that cannot keep up, in the words of four tools. */
export async function busyServer(): Promise<string> {
  const [{ default: ss }, { default: nstat }, { default: device }, { default: tc }] = await Promise.all([
    import('@reading/ss.json'),
    import('@reading/nstat.json'),
    import('@reading/device.json'),
    import('@reading/tc.json'),
  ]);
  return [ss.listen!, nstat.listen!, device.softnet!, tc.tbf!].map(shown).join('\n');
}
