import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Parameter } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Grid, Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { type Access, embedAddress, snippet, type Theme } from './snippet';
import { useCopy } from './useCopy';
import css from './EmbedDialog.module.css';

interface EmbedDialogProps {
  parameters: readonly Parameter[];
  title: string;
  /** The embed page with the figure's setting. */
  address: string;
  /** Where `embed.js` is. */
  script: string;
  onClose: () => void;
}

interface PickProps<V extends string> {
  label: string;
  value: V;
  values: Record<V, string>;
  onPick: (value: V) => void;
}

function Pick<V extends string>({ label, value, values, onPick }: PickProps<V>): ReactNode {
  return (
    <Field label={label}>
      <select value={value} onChange={(event) => onPick(event.target.value as V)}>
        {Object.entries<string>(values).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

const accesses = (): Record<Access, string> => ({
  open: translate({ id: 'figure.embed.open', message: 'open' }),
  locked: translate({ id: 'figure.embed.locked', message: 'locked' }),
  hidden: translate({ id: 'figure.embed.hidden', message: 'hidden' }),
});

const themes = (): Record<Theme | 'own', string> => ({
  own: translate({ id: 'figure.embed.theme.own', message: 'the reader’s' }),
  light: translate({ id: 'figure.embed.theme.light', message: 'light' }),
  dark: translate({ id: 'figure.embed.theme.dark', message: 'dark' }),
});

/** Chooses what readers of another page may move, and gives the lines to paste there. */
export default function EmbedDialog({ parameters, title, address, script, onClose }: EmbedDialogProps): ReactNode {
  const [access, setAccess] = useState<Record<string, Access>>({});
  const [theme, setTheme] = useState<Theme | 'own'>('own');
  const { state, copy } = useCopy();
  const code = useRef<HTMLTextAreaElement>(null);
  const heading = useId();
  useEffect(() => {
    if (state === 'blocked') code.current?.select();
  }, [state]);

  const page = embedAddress(address, { access, theme: theme === 'own' ? undefined : theme });
  const text = snippet(page, script, title);
  return (
    <Dialog aria-labelledby={heading} onClose={onClose}>
      <Stack as="form" method="dialog" isFilled>
        <Text id={heading} size="lead" isStrong>
          <Translate id="figure.embed.title">Embed this figure</Translate>
        </Text>
        <Text tone="soft">
          <Translate id="figure.embed.what">
            It starts the way it is now. Locked controls are visible but can’t be moved. Hidden ones keep their value.
          </Translate>
        </Text>
        <Grid least="14rem" gap={5}>
          {parameters
            .filter(({ kind }) => kind !== 'code')
            .map(({ name, label }) => (
              <Pick
                key={name}
                label={label}
                value={access[name] ?? 'open'}
                values={accesses()}
                onPick={(value) => setAccess({ ...access, [name]: value })}
              />
            ))}
          <Pick
            label={translate({ id: 'figure.embed.theme', message: 'Theme' })}
            value={theme}
            values={themes()}
            onPick={setTheme}
          />
        </Grid>
        <Field label={<Translate id="figure.embed.code">Paste this into your page</Translate>}>
          <textarea ref={code} className={css.code} readOnly rows={6} spellCheck={false} value={text} />
        </Field>
        <Row isCentred>
          <Button look="main" onClick={() => void copy(text)}>
            <span aria-live="polite">
              {state === 'copied' ? (
                <Translate id="figure.link.copied">Copied</Translate>
              ) : (
                <Translate id="figure.embed.copy">Copy</Translate>
              )}
            </span>
          </Button>
          <a href={page} target="_blank" rel="noopener">
            <Translate id="figure.embed.see">Open it in a new tab</Translate>
          </a>
          <Button type="submit">
            <Translate id="figure.embed.close">Close</Translate>
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
