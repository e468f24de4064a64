import { createStore, useStore } from '#dashboard/lib/store.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'

const STORED_AS = 'signals'

export interface SignalChoice {
  sound: boolean
  desktop: boolean
}

/** How this browser tells that a visitor waits for a person; off until asked for. */
export const signalChoice = createStore<SignalChoice>(read())

export function chooseSignals(changed: Partial<SignalChoice>): void {
  const next = { ...signalChoice.get(), ...changed }
  signalChoice.set(next)
  writeStored(STORED_AS, next.sound || next.desktop ? JSON.stringify(next) : undefined)
}

export const useSignalChoice = (): SignalChoice => useStore(signalChoice)

function read(): SignalChoice {
  try {
    const { sound, desktop } = JSON.parse(readStored(STORED_AS) ?? '') as SignalChoice
    return { sound: sound === true, desktop: desktop === true }
  } catch {
    return { sound: false, desktop: false }
  }
}
