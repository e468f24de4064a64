import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const KILOBYTE = 1_024

/**
 * The most that each part of the chat for websites may weigh, in bytes of gzip; the loader as it is sent, with an agent's
 * look written into it.
 */
export const WIDGET_BUDGETS = {
  loader: 4_300,
  badge: 2 * KILOBYTE,
  scripts: 38 * KILOBYTE,
  styles: 5 * KILOBYTE,
} as const

type Part = keyof typeof WIDGET_BUDGETS

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

const gzipped = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length

/**
 * The sizes of a built part of the chat, in bytes of gzip: for the panel, of its styles and of the scripts that it
 * always loads.
 * @param folder the output of the build of the loader, the badge or the panel
 */
export function widgetSizes(folder: string, part: 'panel' | 'loader' | 'badge'): Partial<Record<Part, number>> {
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gzipped(join(folder, file)), 0)
  if (part !== 'panel') return { [part]: total(globSync('*.js', { cwd: folder })) }
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = ({ file, css = [], imports = [] }: Chunk) => {
    if (scripts.has(file)) return
    scripts.add(file)
    for (const style of css) styles.add(style)
    for (const name of imports) visit(manifest[name]!)
  }
  for (const chunk of Object.values(manifest)) if (chunk.isEntry) visit(chunk)
  return { scripts: total(scripts), styles: total(styles) }
}

/** Makes the Vite plugin that prints the sizes at the end of a build. */
export function reportWidgetSizes(part: 'panel' | 'loader' | 'badge'): Plugin {
  let folder = ''
  let print: (text: string) => void
  return {
    name: 'report-widget-sizes',
    apply: 'build',
    configResolved({ root, build, logger }) {
      folder = resolve(root, build.outDir)
      print = (text) => logger.info(text)
    },
    writeBundle() {
      for (const [name, bytes] of Object.entries(widgetSizes(folder, part)))
        print(`Chat for websites, ${name} (gzip): ${(bytes / KILOBYTE).toFixed(1)} kB`)
    },
  }
}
