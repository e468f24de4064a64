import { type ClassValue, clsx } from 'clsx'
import { classGroup, undoes } from './class-groups.ts'

/** `hover:`, `data-[state=open]:`; what the class itself is, without its sign. */
const parts = /^((?:(?:[^:[]|\[[^\]]*\])+:)*)-?(.+)$/

const merged = new Map<string, string>()
const MOST = 1_000 // different lists of classes remembered

/**
 * Joins class names; of two that set the same property the later wins. Our own, because tailwind-merge is 2 kB gzip of
 * the first load, and with its own table of every Tailwind class 9.
 */
export function cn(...classes: ClassValue[]): string {
  const all = clsx(classes)
  const known = merged.get(all) ?? merge(all)
  if (merged.size >= MOST) merged.clear()
  merged.set(all, known)
  return known
}

function merge(all: string): string {
  const overridden = new Set<string>()
  const kept: string[] = []
  for (const name of (all.match(/\S+/g) ?? []).reverse()) {
    const [, when, own] = parts.exec(name) ?? []
    const group = own && classGroup(own)
    if (group) {
      if (overridden.has(when + group)) continue
      for (const other of [group, ...(undoes[group]?.split(' ') ?? [])]) overridden.add(when + other)
    }
    kept.push(name)
  }
  return kept.reverse().join(' ')
}
