// Sounds made by the browser, so that none has to be loaded.

import { settings } from '../settings.svelte';
import { soundOf, type Sound, type SoundEvent } from './choice';

/** A tone that glides and fades, or a knock of noise around a frequency. */
interface Tone {
  kind: 'tone' | 'knock';
  at: number; // seconds after the start
  from: number; // Hz
  to: number;
  seconds: number;
  loudness: number;
}

function tone(at: number, from: number, seconds: number, loudness: number, to = from): Tone {
  return { kind: 'tone', at, from, to, seconds, loudness };
}

function knock(at: number, from: number, seconds: number, loudness: number): Tone {
  return { kind: 'knock', at, from, to: from, seconds, loudness };
}

/** A piece on wood is a short knock with a low tone that falls; the others are tones. */
export const TONES: Record<Sound, Tone[]> = {
  move: [knock(0, 1400, 0.05, 0.5), tone(0, 210, 0.09, 0.3, 130)],
  capture: [knock(0, 2200, 0.06, 0.5), tone(0, 260, 0.08, 0.3, 150), knock(0.07, 900, 0.09, 0.5)],
  check: [knock(0, 1400, 0.05, 0.4), tone(0.02, 660, 0.12, 0.18), tone(0.14, 880, 0.2, 0.18)],
  end: [tone(0, 523, 0.3, 0.16), tone(0.14, 659, 0.3, 0.16), tone(0.28, 784, 0.7, 0.18)],
  'low-time': [tone(0, 988, 0.1, 0.2), tone(0.18, 988, 0.1, 0.2)],
};
const APART_SECONDS = 0.04; // between two of the same sound, when a replay runs fast

const LATEST_MS = 300; // a sound that comes later belongs to nothing that can be seen

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
const lastHeard = new Map<Sound, number>();

/** Make sounds possible from the first gesture on: browsers refuse them before. */
export function allowSounds(): void {
  for (const gesture of ['pointerdown', 'keydown']) addEventListener(gesture, wake, { capture: true });
}

function wake(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
}

/** The switch for sounds was used: if they are on now, let one be heard. */
export function soundsSwitched(): void {
  wake(); // the click on the switch was the gesture
  play('move');
}

/** Let *event* be heard, if it makes a sound and sounds are on. */
export function hear(event: SoundEvent): void {
  const sound = soundOf(event);
  if (sound) play(sound);
}

/** Play *sound*, unless sounds are off or nothing on the page has been clicked or typed yet. */
function play(sound: Sound): void {
  if (!settings.sound || !context) return;
  if (context.state !== 'running') return playSoon(context, sound);
  const now = context.currentTime;
  if (now - (lastHeard.get(sound) ?? -1) < APART_SECONDS) return;
  lastHeard.set(sound, now);
  for (const each of TONES[sound]) schedule(context, each, now);
}

/** The first gesture often makes a move, before the browser has opened the loudspeaker. */
function playSoon(context: AudioContext, sound: Sound): void {
  const asked = performance.now();
  context.resume().then(
    () => context.state === 'running' && performance.now() - asked < LATEST_MS && play(sound),
    () => undefined,
  );
}

function schedule(context: AudioContext, { kind, at, from, to, seconds, loudness }: Tone, now: number): void {
  const [start, end] = [now + at, now + at + seconds];
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.004); // without it there is a click
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  volume.connect(context.destination);
  const source = kind === 'tone' ? oscillator(context, from, to, start, end) : burst(context, from, volume);
  if (kind === 'tone') source.connect(volume);
  source.start(start);
  source.stop(end);
}

function oscillator(context: AudioContext, from: number, to: number, start: number, end: number): OscillatorNode {
  const made = context.createOscillator();
  made.type = 'triangle';
  made.frequency.setValueAtTime(from, start);
  made.frequency.exponentialRampToValueAtTime(to, end);
  return made;
}

/** Noise around a frequency, connected to *volume*. */
function burst(context: AudioContext, frequency: number, volume: GainNode): AudioBufferSourceNode {
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 5, context.sampleRate);
    noise.getChannelData(0).forEach((_, index, samples) => (samples[index] = Math.random() * 2 - 1));
  }
  const made = context.createBufferSource();
  made.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = frequency;
  made.connect(filter).connect(volume);
  return made;
}
