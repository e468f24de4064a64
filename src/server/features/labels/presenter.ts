import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'

export function presentLabel({ id, name, color }: Row<'labels'>): Data<'createLabel'> {
  return { id, name, color }
}
