import { dtw } from './dtw';

/** How good a bet was. */
export type Score =
  /** A number, where only its order of magnitude is hard: `off` is the factor, from 1. */
  | { by: 'factor'; off: number; points: number }
  /** A number or a curve: `off` is a share of the range, from 0. */
  | { by: 'share'; off: number; points: number };

/** Pieces of the axis that a curve's features may lie too far left or right without harm. */
const BAND = 0.05;
/** Off by this share of the range: half the points. */
const HALF = 0.1;

const rounded = (points: number): number => Math.round(points);

/** 100 · 2^(−off / 10%) */
const ofShare = (off: number): Score => ({ by: 'share', off, points: rounded(100 * 2 ** (-off / HALF)) });

/** 100 · 4^(−|log₁₀(given / truth)|): a factor of 10 leaves a quarter, a factor of 3.2 a half. Both are above 0. */
export function scoreFactor(given: number, truth: number): Score {
  const magnitudes = Math.abs(Math.log10(given / truth));
  return { by: 'factor', off: 10 ** magnitudes, points: rounded(100 * 4 ** -magnitudes) };
}

/** Where 0 is possible, a factor says nothing: what counts is the distance, as a share of what could be chosen. */
export const scoreShare = (given: number, truth: number, range: number): Score =>
  ofShare(Math.abs(given - truth) / range);

/**
 * The distance of two curves, given at the same evenly spaced places: their mean vertical distance after each may be
 * warped along the axis by up to 5% of it, as a share of the truth's range. The same in any unit.
 */
export function curveDistance(given: readonly number[], truth: readonly number[]): number {
  const low = truth.reduce((a, b) => Math.min(a, b));
  const high = truth.reduce((a, b) => Math.max(a, b));
  // A level has no range of its own; then its height is the measure.
  const range = high - low || Math.abs(high) || 1;
  return dtw(given, truth, BAND * truth.length) / truth.length / range;
}

export const scoreCurve = (given: readonly number[], truth: readonly number[]): Score =>
  ofShare(curveDistance(given, truth));
