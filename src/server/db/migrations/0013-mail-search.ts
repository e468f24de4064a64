/** Does nothing: what the search finds of mails is written by the migration that gives their files a table. */
export async function up(): Promise<void> {}
