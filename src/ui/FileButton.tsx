import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import button from './Button.module.css';
import css from './FileButton.module.css';

interface FileButtonProps extends Omit<ComponentProps<'label'>, 'onChange'> {
  look?: 'plain' | 'main';
  accept?: string;
  isMany?: boolean;
  isFolder?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that asks for files. */
export const FileButton = ({
  look,
  accept,
  isMany,
  isFolder,
  onFiles,
  children,
  ...rest
}: FileButtonProps): ReactNode => (
  <label className={clsx(button.button, look === 'main' && button.main, css.file)} {...rest}>
    <input
      type="file"
      accept={accept}
      multiple={isMany}
      {...(isFolder && { webkitdirectory: '' })}
      onChange={({ target }) => {
        const files = Array.from(target.files ?? []);
        // The same file may be chosen again.
        target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
    {children}
  </label>
);
