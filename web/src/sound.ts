/** Small, soft sounds, made on the spot (WebAudio): a stone on wood, a drum, a flute. They can be switched off, and none
 * is made before the viewer has touched the page. */
import { settings } from "./state/settings.svelte";

let context: AudioContext | null = null;
let touched = false;
for (const gesture of ["pointerdown", "keydown"]) {
  window.addEventListener(gesture, () => (touched = true), { once: true, capture: true });
}

function ready(): AudioContext | null {
  if (!settings.sound || !touched || document.hidden) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function tone(frequency: number, length: number, loud: number, shape: OscillatorType = "sine", after = 0): void {
  const audio = ready();
  if (!audio) return;
  const start = audio.currentTime + after;
  const voice = audio.createOscillator();
  const gain = audio.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(frequency, start);
  voice.frequency.exponentialRampToValueAtTime(frequency * 0.72, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(gain).connect(audio.destination);
  voice.start(start);
  voice.stop(start + length);
}

function knock(length: number, loud: number, low: number): void {
  const audio = ready();
  if (!audio) return;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 5;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = "lowpass";
  filter.frequency.value = low;
  gain.gain.value = loud;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

export const sounds = {
  pick: (): void => knock(0.05, 0.14, 2400),
  /** A piece of another is put down. */
  move: (): void => knock(0.09, 0.2, 900),
  /** One's own: a little brighter. */
  own: (): void => knock(0.07, 0.2, 1500),
  /** Two cards meet. */
  clash: (): void => { knock(0.16, 0.3, 1900); tone(130, 0.16, 0.14, "triangle", 0.02); }, // prettier-ignore
  points: (): void => { [784, 988].forEach((f, i) => tone(f, 0.22, 0.05, "sine", i * 0.08)); }, // prettier-ignore
  /** Something heavy goes down. */
  fall: (): void => { knock(0.34, 0.34, 420); tone(82, 0.5, 0.2, "triangle", 0.05); }, // prettier-ignore
  /** The tiger. */
  roar: (): void => { tone(150, 0.8, 0.12, "sawtooth"); tone(97, 0.9, 0.14, "sawtooth", 0.08); knock(0.8, 0.16, 700); }, // prettier-ignore
  /** Drums of a feast. */
  feast: (): void => { [0, 0.16, 0.32, 0.4].forEach((after, i) => tone(i === 2 ? 122 : 92, 0.2, 0.2, "sine", after)); }, // prettier-ignore
  /** A child is born. */
  cry: (): void => { [880, 1046, 932].forEach((f, i) => tone(f, 0.2, 0.05, "triangle", i * 0.17)); }, // prettier-ignore
  /** Another season, another round: a breath of wind. */
  season: (): void => knock(0.9, 0.09, 520),
  turn: (): void => { tone(98, 0.28, 0.22); tone(98, 0.3, 0.2, "sine", 0.19); }, // prettier-ignore
  refused: (): void => tone(70, 0.3, 0.18, "triangle"),
  talk: (): void => tone(620, 0.12, 0.05, "triangle"),
  end: (): void => { [392, 494, 587].forEach((f, i) => tone(f, 0.5, 0.09, "triangle", i * 0.16)); }, // prettier-ignore
};
