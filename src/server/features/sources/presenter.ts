import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime } from '../../db/time.ts'
import type { FullSource, ShownSource } from './queries.ts'
import { titleFromText } from './titles.ts'

export function presentSource(row: ShownSource): Data<'getSource'> {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    status: row.status,
    is_draft: row.is_draft === 1,
    task_id: row.task_id,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}

export function presentFullSource(row: FullSource): Data<'getFullSource'> {
  return { ...presentSource(row), url: row.url, progress: row.progress ?? 0, error: row.error }
}

/** A draft as the API shows it, with its text. Until somebody gives it a title, its title is made from the text. */
export function presentDraft(row: Row<'sources'>): Data<'createDraft'> {
  return { ...presentSource(row), title: row.title || titleFromText(row.content), content: row.content }
}

export function presentTrainingJob(row: Row<'training_jobs'>): Data<'getTrainingJob'> {
  return {
    id: row.id,
    status: row.status,
    source_id: row.source_id,
    agent_id: row.agent_id,
    progress: row.progress,
    error: row.error,
  }
}
