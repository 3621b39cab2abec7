// What is pressed, chosen and written in: samples that do nothing but change themselves.

import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Dialog, DialogButtons, type DialogHandle } from '../../ui/Dialog.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { IconName } from '../../ui/icons.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { PasteBox } from '../../ui/PasteBox.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { SelectBox } from '../../ui/SelectBox.tsx';
import { TextEditor } from '../../ui/TextEditor.tsx';
import styles from './Parts.module.css';
import { iconNames, samples as words } from './words.ts';

const nothing = () => undefined;

export function ButtonSamples() {
  const [isOn, setOn] = useState(true);
  return (
    <div className={styles.line}>
      <Button>{words.plain}</Button>
      <Button look="strong">{words.strong}</Button>
      <Button aria-pressed={isOn} onClick={() => setOn(!isOn)}>
        {words.toggle}
      </Button>
      <Button disabled>{words.disabled}</Button>
      <FileButton name={words.file} onFile={nothing}>
        {words.openFile}
      </FileButton>
    </div>
  );
}

export const IconButtonSamples = () => (
  <div className={styles.line}>
    {(Object.entries(iconNames) as [IconName, string][]).map(([icon, name]) => (
      <IconButton key={icon} icon={icon} name={name} strong={icon === 'play'} onPress={nothing} />
    ))}
  </div>
);

const machines = ['A', 'B', 'A | B'] as const;
const offers = [
  { key: '6.6', label: 'Linux 6.6' },
  { key: '6.18', label: 'Linux 6.18' },
  { key: '6.18+', label: 'Linux 6.18 with a patch', group: 'Patched' },
] as const;
type Kernel = (typeof offers)[number]['key'];

export function ChoiceSamples() {
  const [machine, setMachine] = useState<(typeof machines)[number]>('A');
  const [kernel, setKernel] = useState<Kernel>('6.18');
  return (
    <div className={styles.group}>
      <Segments name={words.machines} values={machines} value={machine} onChange={setMachine} />
      <Select name={words.kernel} offers={offers} value={kernel} onChange={setKernel} />
      <SelectBox
        aria-label={words.kernel}
        offers={offers}
        value={kernel}
        disabled
        onChange={setKernel}
      />
      <Choice question={words.question} offers={offers} value={kernel} onChange={setKernel} />
    </div>
  );
}

export function DialogSample() {
  const [isOpen, setOpen] = useState(false);
  const handle = useRef<DialogHandle>(null);
  return (
    <div className={styles.line}>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.openDialog}
      </Button>
      {isOpen && (
        <Dialog name={words.dialog} handle={handle} onClose={() => setOpen(false)}>
          <p>{words.dialogText}</p>
          <DialogButtons>
            <Button onClick={() => handle.current?.close()}>{words.cancel}</Button>
            <Button look="strong" onClick={() => handle.current?.close()}>
              {words.save}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </div>
  );
}

export function MenuSample() {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<'no' | 'pointer' | 'key'>('no');
  return (
    <div className={styles.line}>
      <Button
        ref={button}
        aria-haspopup="menu"
        aria-expanded={opened !== 'no'}
        onClick={({ detail }) =>
          setOpened((now) => (now !== 'no' ? 'no' : detail === 0 ? 'key' : 'pointer'))
        }
      >
        {words.openMenu}
      </Button>
      <Menu
        name={words.menu}
        button={button}
        open={opened !== 'no'}
        byKeyboard={opened === 'key'}
        onOpen={(isOpen) => setOpened(isOpen ? 'pointer' : 'no')}
      >
        {words.menuItems.map((name) => (
          <MenuItem key={name} className={styles.item}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

const wrong = { place: { line: 2, column: 7, length: 4 }, sentence: words.problem };
const heat = new Map([[1, { share: 0.7, title: words.heat }]]);

export function TextBoxSamples() {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState<string>(words.text);
  const [pasted, setPasted] = useState('');
  return (
    <div className={styles.group}>
      <div className={styles.editor}>
        <TextEditor
          ref={area}
          name={words.editor}
          most={1_000}
          text={text}
          piecesOf={(whole) => [{ look: 'plain', text: whole }]}
          problem={wrong}
          heat={heat}
          onText={setText}
          onRun={nothing}
        />
      </div>
      <ProblemLine problem={wrong} area={area} />
      <PasteBox
        name={words.paste}
        rows={3}
        text={pasted}
        placeholder={words.pasteHint}
        onText={setPasted}
      />
    </div>
  );
}
