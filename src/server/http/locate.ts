import { pathParameters } from '#contract/route.ts'
import type { Context } from '../context.ts'
import { UUID } from '../db/ids.ts'
import { AppError } from '../errors.ts'
import type { LocatedRows, Locators } from './binding.ts'
import { locators } from './bindings.ts'

/** The forms of the parameters that need not be a UUID: the id of a task, and the number of a source's version. */
const OTHER_FORMS: Record<string, RegExp> = { taskId: /^[\w-]{1,255}$/, version: /^[1-9]\d{0,8}$/ }

type Found = { -readonly [Key in keyof LocatedRows]: LocatedRows[Key] }

/**
 * Finds the rows that a path refers to, from left to right.
 * @throws AppError 404 for an id that is invalid, unknown or of another parent; 403 without access or the needed role
 */
export async function locate(
  ctx: Context,
  path: string,
  params: Record<string, string>,
  overrides: Partial<Locators>,
): Promise<LocatedRows> {
  const found = {} as Found
  for (const name of parametersOf(path)) {
    const id = params[name] ?? ''
    if (!(OTHER_FORMS[name] ?? UUID).test(id)) throw new AppError('resource_not_found')
    if (name in locators) await locateOne(ctx, name as keyof LocatedRows, id.toLowerCase(), found, overrides)
  }
  return found
}

const known = new Map<string, string[]>()

/** The names of a path's parameters, cached by path. */
function parametersOf(path: string): string[] {
  const names = known.get(path) ?? pathParameters(path)
  known.set(path, names)
  return names
}

async function locateOne<Key extends keyof LocatedRows>(
  ctx: Context,
  name: Key,
  id: string,
  found: Found,
  overrides: Partial<Locators>,
): Promise<void> {
  const locator = overrides[name] ?? locators[name]
  found[name] = await locator(ctx, id, found)
}
