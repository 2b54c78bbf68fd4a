/** Small sounds, made here: wood block, paper, brush and drum. Silent until the first tap, and when muted. */

import type { EffectKind } from "../state";
import { prefs } from "./prefs.svelte";

let context: AudioContext | null = null;

/** Browsers let a page sound only after a person touched it. */
export function wake(): void {
  if (context === null && prefs.sound && "AudioContext" in window) context = new AudioContext();
  if (context?.state === "suspended") void context.resume();
}

/** A struck body: a short tone that falls and dies. */
function strike(audio: AudioContext, pitch: number, fall: number, length: number, loud: number, at = 0): void {
  const start = audio.currentTime + at;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(fall, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}

/** Something brushed: noise through a band. */
function brush(audio: AudioContext, pitch: number, length: number, loud: number, at = 0): void {
  const start = audio.currentTime + at;
  const size = Math.floor(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, size, audio.sampleRate);
  const data = buffer.getChannelData(0);
  let seed = 22222;
  for (let i = 0; i < size; i += 1) {
    seed = (seed * 16807) % 2147483647;
    data[i] = (seed / 1073741823.5 - 1) * (1 - i / size) ** 2;
  }
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  band.type = "bandpass";
  band.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(band).connect(gain).connect(audio.destination);
  source.start(start);
}

const SOUNDS: Readonly<Partial<Record<EffectKind, (audio: AudioContext) => void>>> = {
  dealt: (audio) => [0, 0.06, 0.12, 0.18].forEach((at) => brush(audio, 3200, 0.06, 0.25, at)),
  played: (audio) => (brush(audio, 2400, 0.09, 0.5), strike(audio, 520, 300, 0.07, 0.14)),
  passed: (audio) => strike(audio, 240, 180, 0.09, 0.12),
  said: (audio) => strike(audio, 880, 660, 0.09, 0.16),
  landlord: (audio) => (strike(audio, 190, 90, 0.35, 0.5), strike(audio, 190, 90, 0.4, 0.5, 0.16)),
  bomb: (audio) => (strike(audio, 120, 40, 0.6, 0.8), brush(audio, 500, 0.35, 0.7)),
  rocket: (audio) => (brush(audio, 1400, 0.5, 0.6), strike(audio, 200, 900, 0.4, 0.15)),
  spring: (audio) => [660, 784, 988].forEach((pitch, i) => strike(audio, pitch, pitch * 0.98, 0.4, 0.12, i * 0.12)),
  result: (audio) => (strike(audio, 150, 60, 0.5, 0.6), strike(audio, 660, 650, 0.5, 0.1, 0.1)),
};

/** Sound what happened, if it has a sound and is wanted. */
export function play(kind: EffectKind): void {
  sound(SOUNDS[kind]);
}

/** A dry knock: time runs out. */
export function tick(): void {
  sound((audio) => (strike(audio, 1250, 900, 0.05, 0.3), strike(audio, 1000, 760, 0.05, 0.3, 0.14)));
}

function sound(made: ((audio: AudioContext) => void) | undefined): void {
  if (prefs.sound && context?.state === "running") made?.(context);
}
