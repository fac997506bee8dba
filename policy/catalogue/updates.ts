/** The words of updates that settings, manifests and pages share. */

/** The channels: finished versions, and those that are tried out before. */
export const UPDATE_CHANNELS = ["stable", "beta"] as const;
/** One of `UPDATE_CHANNELS`. */
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number];

/** What is done with a new version: nothing, an alert, or its installation at the chosen hour. */
export const AUTOMATIC_UPDATES = ["off", "notify", "install"] as const;
/** One of `AUTOMATIC_UPDATES`. */
export type AutomaticUpdates = (typeof AUTOMATIC_UPDATES)[number];
