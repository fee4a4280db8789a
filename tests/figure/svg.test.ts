/** The sheet around a picture; that the picture on it looks as on the page is seen in tests/browser/downloads.spec.ts. */
import { describe, expect, it } from 'vitest';
import { type Piece, plainColour, toSvg, wrap } from '../../src/figure/share/svg';

const LOOKS = { ground: '#fff', ink: '#000', soft: '#555', font: '"Book UI", system-ui, sans-serif' };
const CAPTION = {
  question: 'Is 1 < 2 & "true"?',
  sentence: 'Yes.',
  settings: ['Rate: 2 Mbit/s', 'RTT: 40 ms'],
  address: 'https://example.org/?a=1&b=2',
};
const piece = (more: Partial<Piece> = {}): Piece => ({
  content: '<path d="M0 0"/>',
  box: '0 0 600 300',
  x: 0,
  y: 0,
  width: 600,
  height: 300,
  ...more,
});
const numbers = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, value]) => Number(value));

describe('the sheet', () => {
  const { text, width, height } = toSvg([piece({ y: 80 }), piece({ height: 70, box: '0 0 600 70' })], CAPTION, LOOKS);

  it('holds all pictures where they stood to each other, on the ground of the figure', () => {
    const [first, second] = numbers(text, /<svg x="[\d.]+" y="([\d.]+)"/g);
    expect(first! - second!).toBe(80);
    expect(text).toContain('<rect width="100%" height="100%" fill="#fff"/>');
    expect(width).toBeGreaterThan(600);
    expect(height).toBeGreaterThan(380);
  });

  it('has its words below the pictures and on the sheet', () => {
    const lines = numbers(text, /<text x="[\d.]+" y="([\d.]+)"/g);
    expect(lines).toHaveLength(3);
    expect(Math.min(...lines)).toBeGreaterThan(380);
    expect(Math.max(...lines)).toBeLessThan(height);
    expect(text).toContain('Rate: 2 Mbit/s · RTT: 40 ms');
  });

  it('escapes what is text', () => {
    expect(text).toContain('<title id="title">Is 1 &lt; 2 &amp; &quot;true&quot;?</title>');
    expect(text).toContain('https://example.org/?a=1&amp;b=2');
    expect(text).toContain('font-family="&quot;Book UI&quot;, system-ui, sans-serif"');
  });
});

describe('lines', () => {
  const words = Array.from({ length: 40 }, (_, index) => 'x'.repeat(1 + ((index * 7) % 13)));

  it.each([120, 300, 900])('lose no word and are no wider than %d px', (width) => {
    const lines = wrap(words, ' ', width, 12);
    expect(lines.join(' ')).toBe(words.join(' '));
    for (const line of lines) expect(line.length * 12 * 0.54).toBeLessThanOrEqual(width);
  });

  it('cut what has no place to break, such as an address', () => {
    const address = `https://example.org/?${'a'.repeat(300)}`;
    const lines = wrap([address], '', 300, 12);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.join('')).toBe(address);
  });
});

describe('colours', () => {
  it.each([
    ['color(srgb 1 0 0.5)', 'rgb(255, 0, 128)'],
    ['color(srgb 0 0.2 1 / 0.5)', 'rgba(0, 51, 255, 0.5)'],
    ['rgb(1, 2, 3)', 'rgb(1, 2, 3)'],
    ['none', 'none'],
    ['12px', '12px'],
  ])('%s is %s to programs that know no CSS 4', (given, plain) => expect(plainColour(given)).toBe(plain));
});
