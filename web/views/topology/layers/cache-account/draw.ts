// Accounts below the machine: for each LLC a group of bars, one per process, as high as its part of the account,
// the preferred LLC marked; left of them the names of the processes, and the limits that refuse them.

import { taskHue } from '../../../../ui/theme.ts';
import { fillTextWithin, legible, roundedPath, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { pointers, strengthOf } from '../../mechanism.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import { type Account, accountsOf } from './accounts.ts';
import { words } from './words.ts';

/** Height that accounts want, by the size of text. */
export const accountsRoom = (text: number): number => Math.round(text * 12);

/** The names of processes and what limits say of them. */
function drawNames(scene: MechanismScene, box: Rect, accounts: readonly Account[]): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  const pitch = Math.min(text * 3.6, box.height / Math.max(1, accounts.length));
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  accounts.forEach((account, at) => {
    const y = box.y + at * pitch + text * 0.8;
    context.fillStyle = taskHue(palette, account.process);
    context.fillRect(box.x, y - text * 0.45, text * 0.9, text * 0.9);
    const left = box.x + text * 1.4;
    const room = box.width - text * 1.6;
    context.fillStyle = palette.ink;
    context.font = textFont(palette, text, 600);
    fillTextWithin(context, words.process(account.process), left, y, room);
    context.font = textFont(palette, legible(palette, text * 0.95));
    context.fillStyle = palette.inkMuted;
    fillTextWithin(context, words.facts(account), left, y + text * 1.2, room);
    const refused = words.refused(account);
    if (!refused || pitch < text * 3.4) return;
    context.fillStyle = palette.lock;
    fillTextWithin(context, refused, left, y + text * 2.4, room);
  });
}

/** The bar of a process under an LLC, with its share over it, and a flag where it prefers that LLC. */
function drawBar(scene: MechanismScene, box: Rect, account: Account, llc: number): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  const head = text * 1.5;
  const room = box.height - head;
  const height = Math.max(1, room * account.heights[llc]!);
  const top = box.y + box.height - height;
  context.fillStyle = taskHue(palette, account.process);
  context.fillRect(box.x, top, box.width, height);
  if (account.preferred === llc) {
    context.strokeStyle = palette.ink;
    context.lineWidth = 2 * palette.stroke;
    const frame = { x: box.x - 2, y: box.y + head - 2, width: box.width + 4 };
    roundedPath(context, { ...frame, height: room + 3 }, 3);
    context.stroke();
  }
  if (box.width < text * 2.4) return;
  context.fillStyle = palette.ink;
  context.font = textFont(
    palette,
    legible(palette, text * 0.95),
    account.preferred === llc ? 700 : 400,
  );
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const share = words.share(account.shares[llc]!);
  fillTextWithin(context, share, box.x + box.width / 2, box.y + text * 0.6, box.width + text);
  const running = account.running[llc]!;
  if (running === 0) return;
  const inside = height > text * 1.8;
  context.fillStyle = inside ? palette.background : palette.inkMuted;
  const y = inside ? box.y + box.height - text * 0.9 : top - text * 0.7;
  fillTextWithin(context, words.running(running), box.x + box.width / 2, y, box.width + text);
}

function drawLlc(
  scene: MechanismScene,
  box: Rect,
  accounts: readonly Account[],
  llc: number,
): void {
  const { context, palette, mechanism } = scene;
  const text = palette.textSmall;
  context.globalAlpha = strengthOf(mechanism.choice.focus, pointers.llc(llc));
  context.fillStyle = palette.outline;
  const floor = box.y + box.height - text * 1.5;
  context.fillRect(box.x, floor, box.width, palette.stroke);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = palette.inkMuted;
  context.font = textFont(palette, text);
  const middle = box.x + box.width / 2;
  if (box.width > text * 1.2) {
    const isLong = context.measureText(words.llc(llc)).width < box.width;
    context.fillText(
      isLong ? words.llc(llc) : String(llc),
      middle,
      box.y + box.height - text * 0.6,
    );
  }
  const gap = Math.min(text, box.width * 0.08);
  const room = (box.width - gap * (accounts.length + 1)) / accounts.length;
  const width = Math.min(text * 5, room);
  const left = middle - (accounts.length * (width + gap) - gap) / 2;
  accounts.forEach((account, at) => {
    const bar = { x: left + at * (width + gap), y: box.y, width, height: floor - box.y };
    drawBar(scene, bar, account, llc);
  });
  context.globalAlpha = 1;
}

export function drawAccounts(scene: MechanismScene): void {
  const { context, palette, below, snapshot } = scene;
  const text = palette.textSmall;
  context.fillStyle = palette.background;
  context.fillRect(below.x, below.y, below.width, below.height);
  const accounts = accountsOf(snapshot.frame);
  const box = {
    x: below.x + text,
    y: below.y + text * 2.2,
    width: below.width - 2 * text,
    height: below.height - text * 2.8,
  };
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.inkMuted;
  context.font = textFont(palette, text);
  const isLong = context.measureText(words.heading).width <= box.width;
  const none = snapshot.frame.epoch ? words.none : words.off;
  const some = isLong ? words.heading : words.shortHeading;
  const heading = accounts.length === 0 ? none : some;
  fillTextWithin(context, heading, box.x, below.y + text * 1.1, box.width);
  if (accounts.length === 0) return;
  const names = Math.min(text * 15, box.width * 0.3);
  drawNames(scene, { ...box, width: names }, accounts);
  const { llcs } = snapshot.frame;
  const gap = Math.min(text, 40 / llcs);
  const width = (box.width - names - gap * llcs) / llcs;
  for (let llc = 0; llc < llcs; llc++) {
    drawLlc(scene, { ...box, x: box.x + names + gap + llc * (width + gap), width }, accounts, llc);
  }
}
