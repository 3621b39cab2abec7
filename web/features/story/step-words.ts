// What stands in the text of a step for a value that its run has not given yet.

export const unmeasured = '…';
