import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A version of the program that was unpacked beside the one that runs. */
export interface NewVersion {
  folder: string
  version: string
  /** Removes what has not been moved elsewhere. */
  remove(): void
}

/**
 * Unpacks an archive of the program beside a folder, so that it can be moved into the folder's place.
 * @throws Error with a sentence when the archive is none of the program, or this user may not write there
 */
export function unpackBeside(folder: string, archive: string): NewVersion {
  const work = makeFolderBeside(folder)
  const remove = () => rmSync(work, { recursive: true, force: true })
  try {
    const tar = spawnSync('tar', ['-xpf', resolve(archive), '--no-same-owner', '-C', work], { encoding: 'utf8' })
    if (tar.status !== 0)
      throw new Error(`${archive} could not be unpacked: ${(tar.error?.message ?? tar.stderr).trim()}`)
    const [name = '', ...others] = readdirSync(work)
    const description = others.length === 0 ? readDescription(join(work, name)) : undefined
    if (description?.name !== 'baton') throw new Error(`${archive} is no archive of Baton.`)
    return { folder: join(work, name), version: description.version, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function makeFolderBeside(folder: string): string {
  try {
    return mkdtempSync(join(dirname(folder), '.baton-upgrade-'))
  } catch (error) {
    const sentence = `This user may not write into ${dirname(folder)}: upgrade as one who may, such as root.`
    throw new Error(sentence, { cause: error })
  }
}

function readDescription(folder: string): { name: string; version: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Lets the doctor of a version look at the installation, with the variables of this process.
 * @returns the findings that are wrong, as printed, by their names
 * @throws Error with what was printed when that program can't run here
 */
export function wrongFindings(folder: string): Map<string, string> {
  const { status, stdout, stderr, error } = spawnSync(join(folder, 'baton'), ['doctor'], { encoding: 'utf8' })
  const found = [...(stdout ?? '').matchAll(/^FAIL +(.+?) {2,}.+$/gm)]
  if (status !== 0 && found.length === 0)
    throw new Error(`Its doctor could not run: ${(error?.message ?? (stderr || stdout)).trim()}`)
  return new Map(found.map(([line, name]) => [name!, line]))
}
