/** The reviewer whose verdicts are what a panel decided together. No member may have this name. */
export const PANEL = 'panel'
