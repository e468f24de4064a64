import { isUtf8 } from 'node:buffer'
import { domainToASCII } from 'node:url'
import type { AddressObject, EmailAddress } from 'mailparser'
import type { Address } from './mail-facts.ts'

/** Letters that turn the direction of writing, and controls: a name with them shows what it is not. */
const MISLEADING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Longest name or subject that is kept, most addresses of a header, and the longest of these (RFC 5321). */
const MOST_CHARACTERS = 1_000
const MOST_ADDRESSES = 1_000
const LONGEST_ADDRESS = 320
/** Longest name that file systems allow. */
const LONGEST_FILE_NAME = 255
/** The characters of Windows-1252 where Latin-1 has controls, which no program means. */
const CONTROLS = /[\u0080-\u009f]/

/** An address as it is stored and compared: lower case, its domain in ASCII. */
export function normalAddress(address: string): string {
  const bare = address.replace(/^mailto:/i, '')
  const at = bare.lastIndexOf('@')
  const domain = bare.slice(at + 1).trim()
  return `${bare.slice(0, at + 1)}${domainToASCII(domain) || domain}`.trim().toLowerCase()
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** The addresses of a header in order, without those that name no address; groups are opened. */
export function addressesOf(header: AddressObject | AddressObject[] | undefined): Address[] {
  const open = ({ name, address, group }: EmailAddress): Address[] =>
    group
      ? group.flatMap(open)
      : address?.includes('@') && address.length <= LONGEST_ADDRESS && !/\p{Cc}/u.test(address)
        ? [{ address: normalAddress(address), name: lineOf(name) }]
        : []
  return [header ?? []]
    .flat()
    .flatMap(({ value }) => value.flatMap(open))
    .slice(0, MOST_ADDRESSES)
}

/** A decoded header as one line that shows what it says. */
export function lineOf(decoded: string): string {
  return relabelled(decoded)
    .replace(/\s+/g, ' ')
    .replace(MISLEADING, '')
    .trim()
    .slice(0, MOST_CHARACTERS)
    .toWellFormed()
}

/** A text of whose bytes each was read as a letter, read as what they are: UTF-8, or Windows-1252. */
function relabelled(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  if (isUtf8(bytes)) return bytes.toString()
  return CONTROLS.test(text) ? new TextDecoder('windows-1252').decode(bytes) : text
}

/** The name of an attachment without folders. */
export const fileNameOf = (name: string): string =>
  lineOf(name.slice(-MOST_CHARACTERS))
    .replace(/^.*[\\/]/, '')
    .replace(/^\.+$/, '')
    .slice(-LONGEST_FILE_NAME)
