/** What the viewer has chosen so far: the clicks of a trail, the pieces of a group, a choice that waits for a second word. */
import { at_first, bundled, gather, lay, same, take_back, NOTHING, type Group, type Laid } from "../scene/group";
import { follow, others, pick_again, prune, type Step } from "../scene/trail";
import type { Choice } from "../scene/types";
import { sounds } from "../sound";
import { settings } from "./settings.svelte";
import type { TableState } from "./table.svelte";

/** The table at which something is chosen. */
type Table = Pick<TableState, "scene" | "table" | "final" | "may_undo" | "sending" | "play" | "undo" | "follow_chain">;

export class Selection {
  trail: string[] = $state.raw([]);
  /** A choice that waits for a second word, because it cannot be taken back. */
  confirming: Choice | null = $state.raw(null);
  /** Chains that are laid together, told as choices. */
  private readonly bundles: Choice[] = $derived.by(() => bundled(this.at.scene?.chains ?? []));
  readonly step: Step = $derived.by(() => {
    const step = follow(this.at.scene?.choices ?? [], this.trail);
    if (this.bundles.length === 0) return step;
    const first = new Set(this.bundles.map(({ action }) => action));
    return { ...step, group: this.bundles, ready: step.ready.filter(({ action }) => !first.has(action)) };
  });
  /** What was laid together by hand, and after which clicks; elsewhere the default lies there. */
  private laying: { after: string; laid: Laid } | null = $state.raw(null);
  /** Since which version the present choices are open. */
  open_since = $state(-1);
  private readonly after: string = $derived([this.open_since, ...this.trail].join(" "));
  readonly group: Group | null = $derived.by(() => {
    const choices = this.step.group;
    if (choices.length === 0) return null;
    return gather(choices, this.laying?.after === this.after ? this.laying.laid : at_first(choices));
  });
  /** The pieces that have stepped forward. */
  readonly laid: Laid = $derived(this.group?.laid ?? NOTHING);
  readonly idle: boolean = $derived.by(() => this.at.sending || this.confirming !== null);
  /** What glows: the next picks, and what can join a group. */
  readonly glow: Set<string> = $derived(
    this.idle ? new Set() : this.group ? new Set([...this.step.lit, ...this.group.lit]) : this.step.lit,
  );
  /** What does not glow, but means something when it is clicked: another pick, another group. */
  readonly instead: Set<string> = $derived.by(() =>
    this.idle
      ? new Set()
      : new Set([...others(this.at.scene?.choices ?? [], this.trail), ...(this.group?.other ?? [])]),
  );

  constructor(private readonly at: Table) {}

  /** The choices of a version: nothing is chosen yet but what is in the hand before the first click. */
  open(version: number): void {
    this.open_since = version;
    this.restart();
  }

  restart(): void {
    [this.trail, this.confirming] = [this.held(), null];
  }

  /** Of the clicks those remain that still lead to a choice. */
  prune(): void {
    this.trail = prune(this.at.scene?.choices ?? [], this.trail);
  }

  /** One more click of a trail; plays when one choice is left. A click on a picked id takes it back,
   * but a second click on what only waits for a second word is that word. */
  pick(id: string): void {
    if (this.at.sending) return;
    if (this.confirming) {
      if (id === this.trail.at(-1) && !this.is_laid(this.confirming)) this.confirm();
      else this.cancel();
      return;
    }
    if (this.group && (this.group.lit.has(id) || this.group.other.has(id) || this.laid.has(id))) {
      this.put(lay(this.group.choices, this.laid, id));
      return;
    }
    const at = this.trail.indexOf(id);
    const next = this.step.lit.has(id) ? [...this.trail, id] : null;
    const trail = next ?? (at >= 0 ? null : pick_again(this.at.scene?.choices ?? [], this.trail, id));
    if (trail === null) {
      if (at >= 0) this.trail = this.trail.slice(0, at);
      return;
    }
    this.trail = trail;
    sounds.pick();
    const settled = this.step.settled;
    if (!settled) return;
    if (settled.take.length === 0) this.commit(settled, this.clicked());
    else this.trail = settled.picks; // what sets out or pays is shown first, and waits for its Go
  }

  /** Whether a choice is one of those that are put together here. */
  private is_laid(choice: Choice): boolean {
    return this.step.group.some((each) => each.action === choice.action);
  }

  private put(laid: Laid): void {
    this.laying = { after: this.after, laid };
    sounds.pick();
  }

  /** One of what has stepped forward goes back. */
  put_back(id: string): void {
    if (this.idle || !this.laid.has(id)) return;
    this.put(take_back(this.group?.choices ?? [], this.laid, id));
  }

  /** What the group lacks steps forward too. */
  complete_group(): void {
    const nearest = this.group?.nearest;
    if (!this.idle && nearest) this.put(new Map(nearest.take));
  }

  /** Plays what is laid together; false when it is not whole. */
  go(): boolean {
    const match = this.group?.match;
    if (this.idle || !match) return false;
    this.commit(match, this.clicked() + (this.laying?.after === this.after ? 2 : 1));
    return true;
  }

  back(): boolean {
    if (this.confirming) {
      this.cancel();
      return true;
    }
    if (this.group && !same(this.laid, at_first(this.group.choices))) {
      this.laying = null;
      return true;
    }
    if (this.trail.length > 0) {
      this.trail = this.trail.slice(0, -1);
      return true;
    }
    if (!this.leads_back) return false;
    void this.at.undo();
    return true;
  }

  /** Whether what is put together now was asked for by a move of mine that can be taken back (the target of an
   * expedition). */
  get leads_back(): boolean {
    return this.group !== null && this.at.may_undo && !this.at.sending;
  }

  choose(choice: Choice): void {
    if (this.at.sending) return;
    const clicks = this.clicked() + 1;
    this.trail = choice.picks;
    if (this.is_laid(choice)) this.laying = { after: this.after, laid: new Map(choice.take) };
    this.commit(choice, clicks);
  }

  /** How many clicks lie behind the trail; what the prompt holds by itself took none. */
  private clicked(): number {
    const held = this.held();
    return held.every((pick, i) => this.trail[i] === pick) ? this.trail.length - held.length : this.trail.length;
  }

  /** Plays a choice. One rule, unless the player has switched it off: nothing that cannot be taken back happens by a
   * single click; a second click on the board or a second word is needed. A button that says what it does is that word
   * where nothing else can be chosen. */
  private commit(choice: Choice, clicks: number): void {
    const on_board = choice.picks.length + choice.take.length > 0;
    const several = (this.at.scene?.choices.length ?? 0) > 1;
    const final = this.at.table?.undo === false || this.at.final.includes(choice.action);
    if (settings.confirm && final && clicks < 2 && (several || on_board)) this.confirming = choice;
    else this.carry_out(choice);
  }

  private carry_out({ action, sentence, then }: Choice): void {
    if (then?.length)
      this.at.follow_chain({ sentence, actions: [action, ...then], again: false, take: [], default: false });
    else void this.at.play(action);
  }

  confirm(): void {
    const choice = this.confirming;
    this.confirming = null;
    if (choice) this.carry_out(choice);
  }

  /** No, not that: back to before the last click. */
  cancel(): void {
    const grouped = this.confirming !== null && this.is_laid(this.confirming);
    this.confirming = null;
    if (grouped) return;
    const rest = this.trail.slice(0, -1);
    this.trail = this.at.scene?.choices.some(
      (choice) => choice.picks.length > rest.length && rest.every((pick, i) => choice.picks[i] === pick),
    )
      ? rest
      : [];
  }

  /** A choice by its number: what a hint said. */
  follow_hint(action: number): void {
    const choice = this.at.scene?.choices.find((each) => each.action === action);
    if (choice) this.choose(choice);
  }

  /** What is in the hand before the first click. */
  private held(): string[] {
    return prune(this.at.scene?.choices ?? [], this.at.scene?.prompt.held ?? []);
  }
}
