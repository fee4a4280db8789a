import type { Incident } from '../../model/contract';
import type { OnCall } from '../call/useCall';

/** What each step knows. */
export interface StepProps {
  incident: Incident;
  call: OnCall;
  /** The call is over, or something is at work. */
  isDisabled: boolean;
}
