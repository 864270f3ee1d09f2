/** Small sounds, made on the spot (WebAudio): a stone on wood, a drum, a flute. Off until switched on. */
import { settings } from "./state/settings.svelte";

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.sound || document.hidden) return null;
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
  pick: (): void => knock(0.05, 0.25, 2400),
  move: (): void => knock(0.09, 0.4, 900),
  turn: (): void => { tone(98, 0.28, 0.4); tone(98, 0.3, 0.35, "sine", 0.19); }, // prettier-ignore
  refused: (): void => tone(70, 0.3, 0.3, "triangle"),
  talk: (): void => tone(620, 0.12, 0.08, "triangle"),
  end: (): void => { [392, 494, 587].forEach((f, i) => tone(f, 0.5, 0.14, "triangle", i * 0.16)); }, // prettier-ignore
};
