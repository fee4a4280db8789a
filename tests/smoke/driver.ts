import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

/** Hands and eyes in a browser. */
export interface Driver {
  open(address: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The value of an expression in the page, or of its promise; it must be text. */
  evaluate(expression: string): Promise<string>;
  /** Input as WebDriver and WebDriver BiDi both have it: https://www.w3.org/TR/webdriver2/#actions */
  perform(actions: object[]): Promise<void>;
  end(): Promise<void>;
}

const PATIENCE = 60_000;

/** A program that runs beside the test, and no longer than it. */
export interface Program {
  /** Waits for it to say that. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  end(): Promise<void>;
}

export function start(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  process.once('exit', () => child.kill());
  let output = '';
  const listen = (text: Buffer): void => void (output += String(text));
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  child.on('error', (error) => (output += error.message));
  const gone = new Promise((resolve) => child.once('close', resolve));
  return {
    async says(pattern) {
      for (const begin = Date.now(); Date.now() - begin < PATIENCE; await setTimeout(50)) {
        const found = pattern.exec(output);
        if (found) return found;
      }
      throw new Error(`${command} does not start:\n${output}`);
    },
    async end() {
      child.kill();
      await gone;
    },
  };
}
