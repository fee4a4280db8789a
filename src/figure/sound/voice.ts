/** A tone that glides, and ticks. Nothing sounds before a reader asks for it. */
export interface Voice {
  /** Hz; undefined: silence. */
  tone(pitch: number | undefined): void;
  /** A short click: something happened. */
  tick(): void;
  stop(): void;
}

const LOUDNESS = 0.12;
/** s: how fast tone and loudness follow; slower than a crackle, faster than an ear. */
const GLIDE = 0.015;

/** Throws where a browser has no sound or does not let the page use it. */
export async function createVoice(): Promise<Voice> {
  const context = new AudioContext();
  await context.resume();
  const oscillator = new OscillatorNode(context, { type: 'triangle' });
  const gain = new GainNode(context, { gain: 0 });
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  return {
    tone(pitch) {
      const now = context.currentTime;
      gain.gain.setTargetAtTime(pitch === undefined ? 0 : LOUDNESS, now, GLIDE);
      if (pitch !== undefined) oscillator.frequency.setTargetAtTime(pitch, now, GLIDE);
    },
    tick() {
      const now = context.currentTime;
      const click = new OscillatorNode(context, { type: 'square', frequency: 1200 });
      const fade = new GainNode(context, { gain: LOUDNESS });
      fade.gain.setTargetAtTime(0, now, GLIDE);
      click.connect(fade).connect(context.destination);
      click.start(now);
      click.stop(now + 8 * GLIDE);
    },
    stop() {
      const now = context.currentTime;
      gain.gain.setTargetAtTime(0, now, GLIDE);
      oscillator.onended = () => void context.close();
      oscillator.stop(now + 8 * GLIDE);
    },
  };
}
