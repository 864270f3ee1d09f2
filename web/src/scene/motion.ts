/** Motion is only presentation: the state is applied at once, and these play over it. */
import type { Flow, Journey } from "./journeys";
import type { Placed } from "./layout";

/** A piece takes so long on its way where there is time, and never less than a blink. */
const TRAVEL_MS = 460;
const CLASH_MS = 760;
const SHORTEST_MS = 90;
/** Above everything else on the table while it is in the air. */
const IN_THE_AIR = 9000;

/** Whether anything may move now: not in a hidden tab, not when the viewer asked for stillness. */
export function may_move(still: boolean): boolean {
  if (still || document.hidden) return false;
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long a motion takes when what it shows stays for `tempo` milliseconds (0: as long as it likes). */
export function length_of(tempo: number, wished = TRAVEL_MS): number {
  return tempo === 0 ? wished : Math.max(SHORTEST_MS, Math.min(wished, tempo * 0.85));
}

export function place(placed: Placed): string {
  const turn = placed.tilt + (turns_whole(placed) ? placed.piece.turned * 90 : 0);
  return transform_of(placed, placed, turn);
}

/** A card lies down as a whole; a disc or a square tile turns its picture only, not its badges. */
export function turns_whole(placed: Placed): boolean {
  return placed.look.shape === "card";
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** A piece of this size with its centre there. */
function transform_of(size: Placed, at: { x: number; y: number }, turn = 0): string {
  const moved = `translate(${round(at.x - size.w / 2)}px,${round(at.y - size.h / 2)}px)`;
  return turn === 0 ? moved : `${moved} rotate(${round(turn)}deg)`;
}

/** The part of a piece that lifts off the table. */
const lift_of = (node: HTMLElement): Element | null => node.firstElementChild;

/** A piece goes its way. */
export function travel(node: HTMLElement, journey: Journey, tempo: number): void {
  const { way, from, to } = journey;
  const turned = from.look.id !== to.look.id || from.piece.face_up !== to.piece.face_up;
  if (way === "turns" || way === "stands") {
    if (way === "stands") shake(node, length_of(tempo, CLASH_MS));
    return flip(node, way === "stands" ? length_of(tempo, CLASH_MS) * 0.4 : 0);
  }
  if (way === "moves") fly(node, from, to, length_of(tempo));
  else meet(node, journey, length_of(tempo, CLASH_MS));
  if (turned) flip(node);
}

/** Through the air: up, over, and down with its weight. */
function fly(node: HTMLElement, from: Placed, to: Placed, duration: number): void {
  const start = transform_of(to, from, from.tilt);
  node.animate(
    [
      { transform: start, zIndex: IN_THE_AIR },
      { transform: place(to), zIndex: IN_THE_AIR },
    ],
    { duration, easing: "cubic-bezier(0.45, 0.05, 0.3, 1)" },
  );
  const far = Math.hypot(from.x - to.x, from.y - to.y);
  const height = Math.min(70, 10 + far * 0.13);
  lift_of(node)?.animate(
    [
      { translate: "0 0", scale: "1" },
      { translate: `0 ${-height}px`, scale: "1.12", offset: 0.45, easing: "ease-in" },
      { translate: "0 0", scale: "1.05 0.93", offset: 0.86, easing: "ease-out" },
      { translate: "0 0", scale: "1" },
    ],
    { duration, easing: "ease-out" },
  );
}

/** Two meet: one goes to the other, both feel it, then each goes where it ends. */
function meet(node: HTMLElement, { way, from, to, met }: Journey, duration: number): void {
  const at = met ?? to;
  const beside = { x: at.x + (from.x - at.x) * 0.08, y: at.y + Math.sign(from.y - at.y || 1) * to.h * 0.3 };
  const start = transform_of(to, from, from.tilt);
  const end = place(to);
  const zIndex = IN_THE_AIR + (way === "strikes" ? 1 : 0);
  const frames: Keyframe[] =
    way === "strikes"
      ? [
          { transform: start, zIndex, easing: "cubic-bezier(0.6, 0, 0.9, 0.4)" },
          { transform: transform_of(to, beside, -4), zIndex, offset: 0.36 },
          {
            transform: transform_of(to, { x: beside.x, y: beside.y + (beside.y - at.y) * 0.35 }, 3),
            zIndex,
            offset: 0.46,
          },
          { transform: transform_of(to, beside), zIndex, offset: 0.62, easing: "ease-in-out" },
          { transform: end, zIndex },
        ]
      : [
          { transform: start, zIndex },
          { transform: start, zIndex, offset: 0.36 },
          { transform: transform_of(to, { x: at.x + 5, y: at.y - (beside.y - at.y) * 0.3 }, 9), zIndex, offset: 0.46 },
          { transform: transform_of(to, { x: at.x, y: at.y }, 24), zIndex, offset: 0.66, easing: "ease-in" },
          { transform: end, zIndex },
        ];
  node.animate(frames, { duration });
}

/** Hit, and still there. */
function shake(node: HTMLElement, duration: number): void {
  lift_of(node)?.animate(
    [
      { translate: "0 0", offset: 0.36 },
      { translate: "7px -3px", offset: 0.44 },
      { translate: "-6px 2px", offset: 0.54 },
      { translate: "3px 0", offset: 0.64 },
      { translate: "0 0", offset: 0.74 },
    ],
    { duration },
  );
}

/** A new piece that comes from nowhere swells up out of the wall. */
export function appear(node: HTMLElement, tempo: number): void {
  const frames = [
    { scale: "0.4", opacity: 0 },
    { scale: "1", opacity: 1 },
  ];
  lift_of(node)?.animate(frames, { duration: length_of(tempo, 240), easing: "ease-out" });
}

/** A piece that turns over or changes its picture. */
export function flip(node: HTMLElement, delay = 0): void {
  const face = lift_of(node)?.firstElementChild;
  face?.animate([{ scale: "0.05 1" }, { scale: "1 1" }], { duration: 240, delay, easing: "ease-out" });
}

/** A count that changed. */
export function pulse(node: Element | null): void {
  node?.animate([{ transform: "scale(1.5)" }, { transform: "scale(1)" }], { duration: 320, easing: "ease-out" });
}

/** Goods go from heap to heap: likenesses of a piece, which vanish when they are there. */
export function pour(plane: HTMLElement, { from, to, amount }: Flow, tempo: number): void {
  const node = [...plane.querySelectorAll<HTMLElement>("[data-piece]")].find(
    (each) => each.dataset.piece === to.piece.id,
  );
  const face = node?.parentElement?.querySelector(".face");
  if (!face) return;
  const duration = length_of(tempo);
  for (let i = 0; i < Math.min(amount, 4); i++) {
    const likeness = face.cloneNode(true) as HTMLElement;
    likeness.setAttribute("aria-hidden", "true");
    likeness.style.cssText = `position:absolute;left:0;top:0;width:${to.w}px;height:${to.h}px;pointer-events:none;z-index:${IN_THE_AIR}`;
    plane.append(likeness);
    const middle = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 24 };
    const flight = likeness.animate(
      [
        { transform: transform_of(to, from), opacity: 0 },
        { transform: transform_of(to, middle), opacity: 1, offset: 0.5 },
        { transform: transform_of(to, to), opacity: 0.9 },
      ],
      { duration, delay: i * Math.min(70, duration / 6), easing: "ease-in-out", fill: "backwards" },
    );
    flight.onfinish = flight.oncancel = () => likeness.remove();
  }
}

/** Something said on the page flies from one place of it to another: points to their owner. */
export function send(text: string, from: DOMRect, to: DOMRect): void {
  const chip = document.createElement("span");
  chip.className = "flying";
  chip.setAttribute("aria-hidden", "true");
  chip.textContent = text;
  document.body.append(chip);
  const at = (box: DOMRect): string =>
    `translate(${round(box.x + box.width / 2)}px,${round(box.y + box.height / 2)}px) translate(-50%,-50%)`;
  const flight = chip.animate(
    [
      { transform: `${at(from)} scale(0.6)`, opacity: 0 },
      { transform: `${at(from)} scale(1.5)`, opacity: 1, offset: 0.25, easing: "cubic-bezier(0.5, 0, 0.7, 0.5)" },
      { transform: `${at(to)} scale(1)`, opacity: 1, offset: 0.9 },
      { transform: `${at(to)} scale(0.8)`, opacity: 0 },
    ],
    { duration: 1100, easing: "ease-out" },
  );
  flight.onfinish = flight.oncancel = () => chip.remove();
}
