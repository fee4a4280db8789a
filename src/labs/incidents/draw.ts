import type { Link } from '../../machine/link';
import { chance, shuffled } from '../../model/shuffle';
import type { DrawnIncident, FalseLead, Fault, Incidents, Numbers, Service } from './service';

/** What is the path’s and not the reader’s: the rate of the line and the round trip. */
const PATH = 'for device in out back; do on router tc qdisc show dev $device root; done';

/** Puts numbers in place of their names in braces. */
const put = (text: string, numbers: Numbers): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(numbers[name] ?? whole));

/** Lines of the service’s setup that have numbers of the fault. */
const linesWith = (setup: string, numbers: Numbers): string =>
  setup
    .split('\n')
    .filter((line) => Object.keys(numbers).some((name) => line.includes(`{${name}}`)))
    .join('\n');

/** Everything that a draw chooses. */
export interface Choice {
  service: Service;
  numbers: Numbers;
  /** Missing: nothing is wrong. */
  fault?: Fault;
  /** Of the fault. */
  own: Numbers;
  falseLeads: readonly FalseLead[];
}

const pathOf = ({ qdisc }: Service, { rate, rtt, limit }: Numbers): Link => ({
  rate: rate!,
  rtt: rtt!,
  limit: limit!,
  loss: 0,
  qdisc,
});

/** What is set up and measured. */
export function sceneOf({ service, numbers, fault, own, falseLeads }: Choice) {
  const all = { ...numbers, ...own };
  const scripts = [...falseLeads.map(({ setup }) => setup), fault?.setup ?? '', service.setup];
  return {
    id: service.id,
    path: pathOf(service, numbers),
    setup: put(scripts.join('\n'), all),
    keeps: PATH,
    // A promise is the service’s, whatever is wrong with it.
    check: put(service.check, numbers),
  };
}

/** With the service’s own numbers: what its remedy sets is what it would have had. */
export function faultOf({ service, numbers, own }: Choice, fault: Fault): DrawnIncident['fault'] {
  const { id, cause, chapter, proof, remedy, explanation, setup } = fault;
  const all = { ...numbers, ...own };
  return {
    id,
    cause,
    chapter,
    made: put(setup.trim() || linesWith(service.setup, own), all).trim(),
    proof: { ...proof, command: put(proof.command, all), see: put(proof.see, all) },
    remedy: remedy.map(([host, line]) => [host, put(line, numbers)] as const),
    explanation: put(explanation, all),
  };
}

/** The incident of a seed: the fault is drawn last and evenly, so that nothing else gives it away. */
export function drawIncident({ services, falseLeads }: Incidents, seed: number): DrawnIncident {
  const draw = chance(`linux ${seed}`);
  const one = <T>(of: readonly T[]): T => of[Math.floor(draw() * of.length)]!;
  const service = one(services);
  const numbers = one(service.numbers);
  const leads = shuffled(falseLeads, `leads ${seed}`).slice(0, one([1, 2]));
  const fault = one(service.faults);
  const choice: Choice = { service, numbers, fault, own: one(fault.numbers), falseLeads: leads };
  return {
    ...sceneOf(choice),
    complaint: put(service.complaint, numbers),
    suspects: shuffled(service.faults, `suspects ${seed}`).map(({ id, cause }) => ({ id, cause })),
    fault: faultOf(choice, fault),
    falseLeads: leads,
  };
}
