import type { ToWorker } from '../messages';
import { messageOf } from './failure';
import { Orders, type Send } from './orders';
import { makeMemory, type Place, startPython } from './python';

/** The end of a channel that leads to the page. */
export type Port = Pick<MessagePort, 'postMessage' | 'onmessage'>;

/** Starts Python when the page says so, and does from then on what it asks for. */
export function serve(page: Port, place: Place): void {
  const send: Send = (message, transfer = []) => page.postMessage(message, transfer);
  let orders: Orders | undefined;

  const receive = async (message: ToWorker): Promise<void> => {
    if (message.type !== 'start') {
      await orders?.receive(message);
      return;
    }
    try {
      if (message.need.makesMemory) {
        const memory = await makeMemory(message, place);
        send({ type: 'memory', memory }, [memory]);
        return;
      }
      orders = new Orders(await startPython(message, place), send);
      send({ type: 'ready' });
    } catch (error) {
      send({ type: 'failed', reason: messageOf(error) });
    }
  };

  // One message after the other: what needs modules that are not there yet keeps its place.
  let last = Promise.resolve();
  page.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    last = last.then(() => receive(data));
  };
}
