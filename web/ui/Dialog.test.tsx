import { act, createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Dialog, DialogButtons, type DialogHandle } from './Dialog.tsx';
import { testPage } from './testing/page.ts';

describe('a dialog', () => {
  const page = testPage();
  const dialog = () => page.host.querySelector('dialog')!;
  const isLeft = () => dialog().dispatchEvent(new Event('cancel', { cancelable: true }));

  it('opens itself, in front of all else, under its heading', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    page.show(
      <Dialog name="Keys" onClose={() => {}}>
        <p>Space plays</p>
      </Dialog>,
    );
    expect(showModal).toHaveBeenCalledOnce();
    expect(dialog().open).toBe(true);
    const heading = dialog().querySelector('h2')!;
    expect(heading.textContent).toBe('Keys');
    expect(dialog().getAttribute('aria-labelledby')).toBe(heading.id);
    showModal.mockRestore();
  });
  it('has its name also where it puts the heading itself', () => {
    page.show(
      <Dialog name="Keys" heading="own" onClose={() => {}}>
        <header>Keys and more</header>
      </Dialog>,
    );
    expect(dialog().getAttribute('aria-label')).toBe('Keys');
    expect(dialog().querySelector('h2')).toBeNull();
  });
  it('tells who shows it that it was closed', () => {
    const onClose = vi.fn();
    const handle = createRef<DialogHandle>();
    page.show(
      <Dialog name="Keys" onClose={onClose} handle={handle}>
        <DialogButtons>
          <button type="button">Close</button>
        </DialogButtons>
      </Dialog>,
    );
    act(() => handle.current!.close());
    expect(onClose).toHaveBeenCalledOnce();
    expect(dialog().open).toBe(false);
  });
  it('is not left while it is busy', () => {
    const show = (busy: boolean) =>
      page.show(
        <Dialog name="Fork" busy={busy} onClose={() => {}}>
          …
        </Dialog>,
      );
    show(true);
    expect(isLeft()).toBe(false);
    expect(dialog().getAttribute('aria-busy')).toBe('true');
    const press = () =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      );
    expect(press()).toBe(false);
    show(false);
    expect(isLeft()).toBe(true);
    expect(press()).toBe(true);
  });
});
