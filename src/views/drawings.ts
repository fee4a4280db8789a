import type { MovingSpec } from '../model/views';
import { cuts } from './cuts/cuts';
import type { Moving, Size, Span } from './moving';
import { rounds } from './rounds/rounds';
import { scene } from './scene/scene';
import { stream } from './stream/stream';

/** Every drawing that moves and is not a pipe, by its kind. */
const DRAWINGS = { scene, stream, rounds, cuts };

export type AnyMoving = Moving<MovingSpec, Size, Span, unknown>;

// What is drawn says what draws it.
export const movingOf = ({ kind }: MovingSpec): AnyMoving => DRAWINGS[kind] as unknown as AnyMoving;
