import type { Baton } from '../index.ts'
import type { Output } from './output.ts'

export interface OptionSpec {
  type: 'string' | 'boolean'
  short?: string
  /** How help names the value of an option that takes one. */
  value?: string
  summary: string
}

export type Values = Record<string, string | boolean | undefined>

export interface Run {
  /** Throws a UsageError if nobody has logged in. */
  baton: Baton
  output: Output
  args: string[]
  values: Values
  /** The agent that `--agent` or BATON_AGENT names. */
  agent: () => string
  organization: () => Promise<string>
}

/** A command as help, completions and the command line itself know it. */
export interface Command {
  /** One word or two: `sources add`. */
  name: string
  /** The arguments as help shows them; one that ends in `…` may be repeated, one in brackets left out. */
  args: string[]
  summary: string
  options?: Record<string, OptionSpec>
  /** Whether it goes on until somebody stops it, which then is no failure. */
  isEndless?: true
  /** @returns false if what the command was to find out is that something fails */
  run(given: Run): Promise<unknown>
}

export const globalOptions: Record<string, OptionSpec> = {
  agent: { type: 'string', value: 'ID', summary: 'The agent; BATON_AGENT when omitted' },
  organization: { type: 'string', value: 'ID', summary: "The organization; the key's when omitted" },
  json: { type: 'boolean', summary: 'Print JSON' },
  quiet: { type: 'boolean', short: 'q', summary: 'Print ids alone' },
  help: { type: 'boolean', short: 'h', summary: 'Show what there is' },
  version: { type: 'boolean', summary: 'Show the version' },
}
