/** How tabs tell each other what they have stored. Where browsers can't, the others see it when they are loaded again. */
import type { Changes } from './write';

export interface Change extends Pick<Changes, 'read' | 'interviews' | 'forgotten' | 'settings'> {
  kind: 'change';
  /** Those with new answers. They are read again, as this tab may have answered them too. */
  cards: readonly string[];
}

/** After an import all is read again. */
export type News = Change | { kind: 'import' } | { kind: 'clear' };

export interface Channel {
  tell(news: News): void;
  close(): void;
}

const SILENT: Channel = { tell: () => undefined, close: () => undefined };

export function openChannel(name: string, hear: (news: News) => void): Channel {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<News>) => hear(data);
    let isOpen = true;
    return {
      tell: (news) => {
        if (isOpen) channel.postMessage(news);
      },
      close: () => {
        isOpen = false;
        channel.close();
      },
    };
  } catch {
    return SILENT;
  }
}
