/** `snoozed_until` of a snooze that only the visitor's next message ends: the latest time that a `Date` can hold. */
export const UNTIL_VISITOR = 8_640_000_000_000_000

export const labelIdsOf = ({ label_ids }: { label_ids: string }): string[] => JSON.parse(label_ids) as string[]
