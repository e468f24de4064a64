/** `snoozed_until` of a snooze without a time, which lasts until the visitor writes: the latest time of a `Date`. */
export const UNTIL_VISITOR = 8_640_000_000_000_000

export const labelIdsOf = ({ label_ids }: { label_ids: string }): string[] => JSON.parse(label_ids) as string[]
