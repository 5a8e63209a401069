// Generated from apps/server/openapi.json by `npm run generate --workspace apps/web`. Do not edit.
export interface paths {
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Needs the permission alert:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert
         * @description Needs the permission alert:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an alert: state that somebody works on it
         * @description Needs the permission alert:change. Needs the right to change the volumes that it is about.
         */
        post: operations["acknowledgeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}/unacknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw the acknowledgement of an alert
         * @description Needs the permission alert:change. Needs the right to change the volumes that it is about.
         */
        post: operations["unacknowledgeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API tokens: your own; administrators see those of all users
         * @description Needs a user of any role.
         */
        get: operations["listApiTokens"];
        put?: never;
        /**
         * Create an API token of yours; only this answer contains the token
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        post: operations["createApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API token; administrators revoke those of all users
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        delete: operations["deleteApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attachments
         * @description Needs the permission attachment:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["listAttachments"];
        put?: never;
        /**
         * Attach a volume to a client
         * @description Needs the permission attachment:create. Needs the right to attach the volume.
         */
        post: operations["createAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attachments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an attachment
         * @description Needs the permission attachment:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["getAttachment"];
        put?: never;
        post?: never;
        /**
         * Detach a volume; the job fails and names the processes while the device is open
         * @description Needs the permission attachment:delete. Needs the right to attach the volume.
         */
        delete: operations["deleteAttachment"];
        options?: never;
        head?: never;
        /**
         * Change the limits per client of an attachment while the volume is in use
         * @description Needs the permission attachment:create. Needs the right to attach the volume.
         */
        patch: operations["updateAttachment"];
        trace?: never;
    };
    "/api/v1/attachments/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Force detach a volume from its client: every target fences its leg
         * @description Needs the permission attachment:force. Needs the right to attach the volume.
         */
        post: operations["revokeAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes, refused requests, and statements that destroy data, give it up or force a detach
         * @description Needs the permission audit:read. Refused to callers who see only some volumes.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the audit, oldest first, as NDJSON: one entry of the list a line
         * @description Needs the permission audit:read. Refused to callers who see only some volumes.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the backups of the database in the folder of the server that answers
         * @description Needs the permission backup:read. Refused to callers who see only some volumes.
         */
        get: operations["listBackups"];
        put?: never;
        /**
         * Take a backup of the database now. It stays until a person removes its file
         * @description Needs the permission backup:create. Refused to callers who see only some volumes.
         */
        post: operations["takeBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of a backup, encrypted as it is. Each download leaves an audit entry
         * @description Needs the permission backup:download. Refused to callers who see only some volumes.
         */
        get: operations["downloadBackup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check every byte of a backup with the key of the server
         * @description Needs the permission backup:verify. Refused to callers who see only some volumes.
         */
        post: operations["verifyBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/benchmarks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List benchmarks, newest first
         * @description Needs the permission benchmark:read. Refused to callers who see only some volumes.
         */
        get: operations["listBenchmarks"];
        put?: never;
        /**
         * Measure volumes with fio at their clients. It destroys what the volumes hold
         * @description Needs the permission benchmark:create. Refused to callers who see only some volumes.
         */
        post: operations["createBenchmark"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/benchmarks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A benchmark and its progress
         * @description Needs the permission benchmark:read. Refused to callers who see only some volumes.
         */
        get: operations["getBenchmark"];
        put?: never;
        post?: never;
        /**
         * Delete an ended benchmark and its results
         * @description Needs the permission benchmark:delete. Refused to callers who see only some volumes.
         */
        delete: operations["deleteBenchmark"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/benchmarks/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a benchmark. Its clients kill fio at once; scratch volumes are removed, and the results until then are kept
         * @description Needs the permission benchmark:cancel. Refused to callers who see only some volumes.
         */
        post: operations["cancelBenchmark"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/benchmarks/{id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a benchmark with another one
         * @description Needs the permission benchmark:read. Refused to callers who see only some volumes.
         */
        get: operations["compareBenchmarks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/benchmarks/{id}/outputs/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * fio's own output (JSON) of one step at one client, as fio wrote it
         * @description Needs the permission benchmark:read. Refused to callers who see only some volumes.
         */
        get: operations["benchmarkOutput"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/benchmarks/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The report of a benchmark, with its results so far
         * @description Needs the permission benchmark:read. Refused to callers who see only some volumes.
         */
        get: operations["benchmarkReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/benchmarks/{id}/report.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The report of a benchmark as a table (CSV), a line for each step and client
         * @description Needs the permission benchmark:read. Refused to callers who see only some volumes.
         */
        get: operations["benchmarkTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the receivers of alerts
         * @description Needs the permission channel:read. Refused to callers who see only some volumes.
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Create a channel
         * @description Needs the permission channel:create. Refused to callers who see only some volumes.
         */
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a channel
         * @description Needs the permission channel:read. Refused to callers who see only some volumes.
         */
        get: operations["getChannel"];
        put?: never;
        post?: never;
        /**
         * Delete a channel with its notifications
         * @description Needs the permission channel:delete. Refused to callers who see only some volumes.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        /**
         * Change a channel; without a secret, its secret stays as it is
         * @description Needs the permission channel:change. Refused to callers who see only some volumes.
         */
        patch: operations["updateChannel"];
        trace?: never;
    };
    "/api/v1/channels/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the failed notifications again
         * @description Needs the permission notification:change. Refused to callers who see only some volumes.
         */
        post: operations["resendNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message now, and wait for the result
         * @description Needs the permission channel:change. Refused to callers who see only some volumes.
         */
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deployments, newest first
         * @description Needs the permission deployment:read. Refused to callers who see only some volumes.
         */
        get: operations["listDeployments"];
        put?: never;
        /**
         * Apply a document: steps one after the other, until the first failure
         * @description Needs the permission deployment:apply. Refused to callers who see only some volumes.
         */
        post: operations["createDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A deployment and its steps
         * @description Needs the permission deployment:read. Refused to callers who see only some volumes.
         */
        get: operations["getDeployment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a failed or stopped deployment at the step that has not ended
         * @description Needs the permission deployment:apply. Refused to callers who see only some volumes.
         */
        post: operations["resumeDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a deployment: no further step begins. Jobs that it has started end by themselves
         * @description Needs the permission deployment:apply. Refused to callers who see only some volumes.
         */
        post: operations["stopDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a deployment whose volumes were never attached: delete volumes and classes, release drives, restore labels and networks
         * @description Needs the permission deployment:apply. Refused to callers who see only some volumes.
         */
        post: operations["undoDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{id}/undo-plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an undo would remove, and what prevents it
         * @description Needs the permission deployment:read. Refused to callers who see only some volumes.
         */
        get: operations["undoPlanOfDeployment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The cluster as it is now, as a document of a deployment
         * @description Needs the permission deployment:read. Refused to callers who see only some volumes.
         */
        get: operations["currentDeployment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a document with the cluster. Changes nothing
         * @description Needs the permission deployment:read. Refused to callers who see only some volumes.
         */
        post: operations["diffDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dry run: every step that applying a document would take, and what prevents it. Changes nothing
         * @description Needs the permission deployment:read. Refused to callers who see only some volumes.
         */
        post: operations["planDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/propose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose a deployment of the enrolled nodes and their blank drives, with alternatives. Changes nothing
         * @description Needs the permission deployment:read. Refused to callers who see only some volumes.
         */
        post: operations["proposeDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drills with their reports, newest first
         * @description Needs the permission drill:read. Refused to callers who see only some volumes.
         */
        get: operations["listDrills"];
        put?: never;
        /**
         * Make one fault on purpose, with a verifying load beside it, and take it back
         * @description Needs the permission drill:create. Refused to callers who see only some volumes.
         */
        post: operations["createDrill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drills/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A drill, its progress and its report
         * @description Needs the permission drill:read. Refused to callers who see only some volumes.
         */
        get: operations["getDrill"];
        put?: never;
        post?: never;
        /**
         * Delete an ended drill and its report
         * @description Needs the permission drill:delete. Refused to callers who see only some volumes.
         */
        delete: operations["deleteDrill"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drills/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a drill. Its agents take the fault back at once; a scratch volume is removed
         * @description Needs the permission drill:cancel. Refused to callers who see only some volumes.
         */
        post: operations["cancelDrill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drills/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a drill would do and touch now, and what stands against it. Changes nothing
         * @description Needs the permission drill:create. Refused to callers who see only some volumes.
         */
        post: operations["planDrill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drive-classes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drive classes
         * @description Needs the permission drive-class:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["listDriveClasses"];
        put?: never;
        /**
         * Create a drive class
         * @description Needs the permission drive-class:create. Refused to callers who see only some volumes.
         */
        post: operations["createDriveClass"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drive-classes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a drive class
         * @description Needs the permission drive-class:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["getDriveClass"];
        put?: never;
        post?: never;
        /**
         * Delete a class that no volume uses
         * @description Needs the permission drive-class:delete. Refused to callers who see only some volumes.
         */
        delete: operations["deleteDriveClass"];
        options?: never;
        head?: never;
        /**
         * Change a drive class; existing volumes do not move
         * @description Needs the permission drive-class:change. Refused to callers who see only some volumes.
         */
        patch: operations["updateDriveClass"];
        trace?: never;
    };
    "/api/v1/drive-classes/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the drives that match
         * @description Needs the permission drive-class:read.
         */
        post: operations["previewDriveClass"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drive-map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wear, free space, load and latency of every drive, in one answer; refreshed every few seconds
         * @description Needs the permission drive:read. Refused to callers who see only some volumes.
         */
        get: operations["driveMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drives
         * @description Needs the permission drive:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["listDrives"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drives/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a drive
         * @description Needs the permission drive:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["getDrive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drives/{id}/cordon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place no new legs on a drive; stops its eviction
         * @description Needs the permission drive:change. Refused to callers who see only some volumes.
         */
        post: operations["cordonDrive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drives/{id}/dependents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Volumes that would degrade or be lost without this drive
         * @description Needs the permission drive:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["driveDependents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drives/{id}/evict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move every mirror leg off a drive without losing redundancy
         * @description Needs the permission drive:change. Refused to callers who see only some volumes.
         */
        post: operations["evictDrive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drives/{id}/evict/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an eviction: legs that would move, their destinations, and legs that cannot move
         * @description Needs the permission drive:read. Refused to callers who see only some volumes.
         */
        post: operations["planDriveEviction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drives/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a drive without legs out of service
         * @description Needs the permission drive:change. Refused to callers who see only some volumes.
         */
        post: operations["releaseDrive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drives/{id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a blank drive into service
         * @description Needs the permission drive:change. Refused to callers who see only some volumes.
         */
        post: operations["takeDrive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drives/{id}/uncordon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allow new legs on a drive again
         * @description Needs the permission drive:change. Refused to callers who see only some volumes.
         */
        post: operations["uncordonDrive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drives/{id}/wipe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Destroy everything on a drive that is not in service
         * @description Needs the permission drive:wipe. Refused to callers who see only some volumes.
         */
        post: operations["wipeDrive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enroll a node with a one-time token; returns its credential
         * @description Open to everybody.
         */
        post: operations["enroll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enrollment-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List enrollment tokens
         * @description Needs the permission enrollment-token:read. Refused to callers who see only some volumes.
         */
        get: operations["listEnrollmentTokens"];
        put?: never;
        /**
         * Issue a one-time token; only this response contains it
         * @description Needs the permission enrollment-token:create. Refused to callers who see only some volumes.
         */
        post: operations["createEnrollmentToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enrollment-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description Needs the permission enrollment-token:delete. Refused to callers who see only some volumes.
         */
        delete: operations["deleteEnrollmentToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events: changes of states, health, conditions, connections and settings, and jobs
         * @description Needs the permission event:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download events, oldest first, as CSV or as NDJSON (one event of the list a line)
         * @description Needs the permission event:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["exportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The history of this database, the nodes that do not follow it, and the effect of accepting it for each
         * @description Needs the permission history:read. Refused to callers who see only some volumes.
         */
        get: operations["getHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/history-acceptances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept this database for nodes that follow another history, or accept the loss of their ledgers
         * @description Needs the permission history:accept. Refused to callers who see only some volumes.
         */
        post: operations["acceptHistory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Needs the permission job:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a job
         * @description Needs the permission job:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job before its first irreversible step. An eviction or drain can be cancelled at any time; moved legs stay moved
         * @description Needs the permission job:cancel. Needs the right to change or attach the volume that it is about.
         */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get where the time of a job went
         * @description Needs the permission job:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["jobTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in; sets the session cookie
         * @description Open to everybody.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/login/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a login at the OpenID Connect provider; sets the cookie that binds it to this browser
         * @description Open to everybody.
         */
        post: operations["startOidcLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/login/oidc/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a login of a program at the OpenID Connect provider (device authorization, RFC 8628)
         * @description Open to everybody.
         */
        post: operations["startOidcDeviceLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/login/oidc/device/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Poll a login of a program at the OpenID Connect provider; sets the session cookie once the user has approved it
         * @description Open to everybody.
         */
        post: operations["finishOidcDeviceLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/login/oidc/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a login at the OpenID Connect provider; sets the session cookie
         * @description Open to everybody.
         */
        post: operations["finishOidcLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/login/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ways to log in
         * @description Open to everybody.
         */
        get: operations["loginOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/login/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Second step of a login: answer the challenge of the first; sets the session cookie
         * @description Open to everybody.
         */
        post: operations["loginWithSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this session
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/moments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gaps in the recording of a range of time, and marks where events are. Other reads show a moment with the query `at`
         * @description Needs the permission moment:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["recordedMoments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/moments/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the objects that differ between two moments, the most serious first
         * @description Needs the permission moment:read. Refused to callers who see only some volumes.
         */
        get: operations["momentChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List nodes
         * @description Needs the permission node:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["listNodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a node
         * @description Needs the permission node:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["getNode"];
        put?: never;
        post?: never;
        /**
         * Remove a node that holds no legs and no attachments
         * @description Needs the permission node:delete. Refused to callers who see only some volumes.
         */
        delete: operations["deleteNode"];
        options?: never;
        head?: never;
        /**
         * Change the labels of a node
         * @description Needs the permission node:change. Refused to callers who see only some volumes.
         */
        patch: operations["updateNode"];
        trace?: never;
    };
    "/api/v1/nodes/{id}/cordon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place no new legs on a node; stops its drain
         * @description Needs the permission node:change. Refused to callers who see only some volumes.
         */
        post: operations["cordonNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{id}/dependents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Volumes that would degrade, stall or be lost without this node
         * @description Needs the permission node:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["nodeDependents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{id}/drain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move every mirror leg off a node without losing redundancy
         * @description Needs the permission node:change. Refused to callers who see only some volumes.
         */
        post: operations["drainNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{id}/drain/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a drain: legs that would move, their destinations, and legs that cannot move
         * @description Needs the permission node:read. Refused to callers who see only some volumes.
         */
        post: operations["planNodeDrain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{id}/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start maintenance of a node; refused while volumes need the node, unless forced
         * @description Needs the permission node:change. Refused to callers who see only some volumes.
         */
        post: operations["startMaintenance"];
        /**
         * End the maintenance of a node
         * @description Needs the permission node:change. Refused to callers who see only some volumes.
         */
        delete: operations["endMaintenance"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{id}/maintenance/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview maintenance of a node: whether it is allowed, and its effects
         * @description Needs the permission node:read. Refused to callers who see only some volumes.
         */
        post: operations["planMaintenance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{id}/nics/{nic}/dependents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Volumes that would lose paths or stall without this NIC
         * @description Needs the permission node:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["nicDependents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{id}/revoke-credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke the credential of a node at once; returns a token to enroll the same node again with its drives and volumes
         * @description Needs the permission node:credentials. Refused to callers who see only some volumes.
         */
        post: operations["revokeNodeCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{id}/rotate-credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the connected agent of a node a new credential; the old one ends after the agent stores or uses the new one
         * @description Needs the permission node:credentials. Refused to callers who see only some volumes.
         */
        post: operations["rotateNodeCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{id}/rotate-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the authentication keys between a node and all its clients and targets, without stopping I/O
         * @description Needs the permission node:credentials. Refused to callers who see only some volumes.
         */
        post: operations["rotateNodeKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes/{id}/uncordon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allow new legs on a node again
         * @description Needs the permission node:change. Refused to callers who see only some volumes.
         */
        post: operations["uncordonNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notes on objects, newest first
         * @description Needs the permission note:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["listNotes"];
        put?: never;
        /**
         * Leave a note on an object
         * @description Needs the permission note:write. Needs the right to change the volume that it is about.
         */
        post: operations["createNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note; for its author and administrators
         * @description Needs the permission note:write. Needs the right to change the volume that it is about.
         */
        delete: operations["deleteNote"];
        options?: never;
        head?: never;
        /**
         * Change the text of a note; for its author and administrators
         * @description Needs the permission note:write. Needs the right to change the volume that it is about.
         */
        patch: operations["updateNote"];
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications to channels, newest first
         * @description Needs the permission notification:read. Refused to callers who see only some volumes.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orphans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List objects of hosts that the database does not list, and objects of the database that their nodes do not find
         * @description Needs the permission orphan:read. Refused to callers who see only some volumes.
         */
        get: operations["listOrphans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orphans/{id}/clean": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an orphan from its host; its content is lost
         * @description Needs the permission orphan:clean. Refused to callers who see only some volumes.
         */
        post: operations["cleanOrphan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orphans/{id}/ignore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave an orphan out of counts and findings, for a reason; nothing changes on its host
         * @description Needs the permission orphan:change. Refused to callers who see only some volumes.
         */
        post: operations["ignoreOrphan"];
        /**
         * Count an ignored orphan again
         * @description Needs the permission orphan:change. Refused to callers who see only some volumes.
         */
        delete: operations["endOrphanIgnore"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Summary of the cluster: problems and their causes, capacity, CPU, jobs
         * @description Needs the permission overview:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change: the commands that agents would run, node by node
         * @description Needs the permission plan:read. Refused to callers who see only some volumes.
         */
        post: operations["planChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/preflight-findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the findings of the latest finished preflight run, most severe first
         * @description Needs the permission preflight-finding:read. Refused to callers who see only some volumes.
         */
        get: operations["listPreflightFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/preflight-findings/{id}/acceptance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a finding, for a reason: counts leave it out as long as it stays the same
         * @description Needs the permission preflight-finding:change. Refused to callers who see only some volumes.
         */
        post: operations["acceptPreflightFinding"];
        /**
         * End the acceptance of a finding
         * @description Needs the permission preflight-finding:change. Refused to callers who see only some volumes.
         */
        delete: operations["endPreflightAcceptance"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/preflight-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List preflight runs: checks of nodes, networks, drives and classes against published advice
         * @description Needs the permission preflight-run:read. Refused to callers who see only some volumes.
         */
        get: operations["listPreflightRuns"];
        put?: never;
        /**
         * Start a preflight run, or get the one that collects now
         * @description Needs the permission preflight-run:create. Refused to callers who see only some volumes.
         */
        post: operations["startPreflightRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/preflight-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a preflight run
         * @description Needs the permission preflight-run:read. Refused to callers who see only some volumes.
         */
        get: operations["getPreflightRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prometheus/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The alert rules for Prometheus, with the thresholds of the settings that hold for the whole cluster, as JSON (which is YAML)
         * @description Needs the scrape token, a session or an API token. Refused to callers who see only some volumes.
         */
        get: operations["prometheusRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prometheus/targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prometheus HTTP service discovery: servers and agents
         * @description Needs the scrape token, a session or an API token.
         */
        get: operations["serviceDiscovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles: the built-in ones and the custom ones
         * @description Needs the permission role:read. Refused to callers who see only some volumes.
         */
        get: operations["listRoles"];
        put?: never;
        /**
         * Create a custom role
         * @description Needs the permission role:create, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a custom role
         * @description Needs the permission role:read. Refused to callers who see only some volumes.
         */
        get: operations["getRole"];
        put?: never;
        post?: never;
        /**
         * Delete a custom role
         * @description Needs the permission role:delete, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        /**
         * Change a custom role. It takes effect with the next request of its users
         * @description Needs the permission role:change, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        patch: operations["updateRole"];
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find volumes, nodes, drives, drive classes and jobs by part of a name
         * @description Needs the permission search:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Servers that use this database, with their versions. One that ended without a shutdown stays for an hour
         * @description Needs the permission server:read.
         */
        get: operations["listServers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current session and its user
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        get: operations["session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/oidc-logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the page of the OpenID Connect provider that ends the session there; call it before the logout
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        get: operations["oidcLogoutPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your own password; ends your other sessions
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new recovery codes; the earlier ones end
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your second factors
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        get: operations["ownSecondFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/security-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the registration of a security key (WebAuthn)
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        post: operations["startSecurityKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/security-keys/{keyId}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove one of your security keys; ends your other sessions
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        post: operations["removeSecurityKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/security-keys/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish the registration of a security key. Logins then ask for a second factor; ends your other sessions
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        post: operations["confirmSecurityKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a secret for an authenticator app; only this answer contains it
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        post: operations["startTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the secret with a first code. Logins then ask for codes; ends your other sessions
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/totp/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove your authenticator app; ends your other sessions
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        post: operations["removeTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions; administrators may list those of another user
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions; administrators may end any session
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out everywhere: end all sessions of yours, or of another user (administrators)
         * @description Needs a user of any role, and a session: API tokens may not call it.
         */
        post: operations["endSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of the cluster
         * @description Needs the permission settings:read.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings
         * @description Needs the permission settings:change. Refused to callers who see only some volumes.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/api/v1/silences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List silences, latest end first
         * @description Needs the permission silence:read. Refused to callers who see only some volumes.
         */
        get: operations["listSilences"];
        put?: never;
        /**
         * Silence alerts: they are shown, and sent to no channel
         * @description Needs the permission silence:create. Refused to callers who see only some volumes.
         */
        post: operations["createSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/silences/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a silence now
         * @description Needs the permission silence:change. Refused to callers who see only some volumes.
         */
        post: operations["endSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simulation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State of the machines of a simulated cluster; a real cluster refuses
         * @description Needs the permission simulation:read. Refused to callers who see only some volumes.
         */
        get: operations["getSimulation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simulation/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Break or mend something in a simulated cluster; a real cluster refuses. Returns the state afterwards
         * @description Needs the permission simulation:change. Refused to callers who see only some volumes.
         */
        post: operations["injectFault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List snapshots, newest first
         * @description Needs the permission snapshot:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Take a snapshot of a thin volume, or of several at one moment
         * @description Needs the permission snapshot:create. Refused to callers who see only some volumes.
         */
        post: operations["createSnapshots"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/snapshots/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a snapshot
         * @description Needs the permission snapshot:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["getSnapshot"];
        put?: never;
        post?: never;
        /**
         * Delete a snapshot, and free the blocks that only it has
         * @description Needs the permission snapshot:delete. Needs the right to change the volume, and volumes with the new labels.
         */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/snapshots/{id}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a volume of its own from a snapshot
         * @description Needs the permission volume:create. Needs the right to change the volume, and volumes with the new labels.
         */
        post: operations["cloneSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/snapshots/{id}/roll-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a detached volume the data of its snapshot; what was written since is lost
         * @description Needs the permission snapshot:roll-back. Needs the right to change the volume, and volumes with the new labels.
         */
        post: operations["rollBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statistics over time: rates, latency percentiles, CPU, drive health
         * @description Needs the permission statistics:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["queryStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/storage-networks/{name}/dependents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Volumes that would lose paths or stall without this storage network
         * @description Needs the permission node:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["storageNetworkDependents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/support-bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the state of the cluster without secrets (.tar.gz). Its manifest.json names what is missing. It leaves an audit entry
         * @description Needs the permission support-bundle:read. Refused to callers who see only some volumes.
         */
        get: operations["supportBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/topology": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Nodes, NICs, drives, volumes and attachments with their connections and states, for a diagram
         * @description Needs the permission topology:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["topology"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Needs the permission user:read. Refused to callers who see only some volumes.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Needs the permission user:create, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Needs the permission user:read. Refused to callers who see only some volumes.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user; one enabled administrator must remain
         * @description Needs the permission user:delete, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change role or password, disable or enable a user; one enabled administrator must remain
         * @description Needs the permission user:change, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/users/{id}/second-factors/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove all second factors and recovery codes of a user, and end all sessions of the user
         * @description Needs the permission user:change, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        post: operations["resetSecondFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/volume-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List volume groups: who may see, attach or change which volumes
         * @description Needs the permission volume-group:read. Refused to callers who see only some volumes.
         */
        get: operations["listVolumeGroups"];
        put?: never;
        /**
         * Create a volume group
         * @description Needs the permission volume-group:create, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        post: operations["createVolumeGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/volume-groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a volume group
         * @description Needs the permission volume-group:read. Refused to callers who see only some volumes.
         */
        get: operations["getVolumeGroup"];
        put?: never;
        post?: never;
        /**
         * Delete a volume group
         * @description Needs the permission volume-group:delete, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        delete: operations["deleteVolumeGroup"];
        options?: never;
        head?: never;
        /**
         * Change a volume group. It takes effect with the next request of its users
         * @description Needs the permission volume-group:change, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        patch: operations["updateVolumeGroup"];
        trace?: never;
    };
    "/api/v1/volumes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List volumes
         * @description Needs the permission volume:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["listVolumes"];
        put?: never;
        /**
         * Create a volume
         * @description Needs the permission volume:create. Needs the right to change volumes with these labels.
         */
        post: operations["createVolume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/volumes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a volume
         * @description Needs the permission volume:read. Callers who see only some volumes get what belongs to these.
         */
        get: operations["getVolume"];
        put?: never;
        post?: never;
        /**
         * Delete a detached volume and its data
         * @description Needs the permission volume:delete. Needs the right to change the volume, and volumes with the new labels.
         */
        delete: operations["deleteVolume"];
        options?: never;
        head?: never;
        /**
         * Change description, labels or repair settings of a volume, or grow it
         * @description Needs the permission volume:change. Needs the right to change the volume, and volumes with the new labels.
         */
        patch: operations["updateVolume"];
        trace?: never;
    };
    "/api/v1/volumes/{id}/accept-loss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give up data that only some mirror legs have, and start a new epoch without these legs
         * @description Needs the permission volume:accept-loss. Needs the right to change the volume, and volumes with the new labels.
         */
        post: operations["acceptLoss"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/volumes/{id}/checksums-acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge the checksum errors of a volume so far, which ends their alert until more come
         * @description Needs the permission volume:change. Needs the right to change the volume, and volumes with the new labels.
         */
        post: operations["acknowledgeChecksums"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/volumes/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Destroy legs kept from older epochs
         * @description Needs the permission volume:accept-loss. Needs the right to change the volume, and volumes with the new labels.
         */
        post: operations["discardLegs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/volumes/{id}/key-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the key of an encrypted volume, for a recovery by hand
         * @description Needs the permission volume:key, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        post: operations["exportVolumeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/volumes/{id}/key-import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give back the exported key of an encrypted volume whose key is not in the database
         * @description Needs the permission volume:key, and a session: API tokens may not call it. Refused to callers who see only some volumes.
         */
        post: operations["importVolumeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/volumes/{id}/scrub-repair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy the first half of each mirror over its differences, right or wrong
         * @description Needs the permission volume:accept-loss. Needs the right to change the volume, and volumes with the new labels.
         */
        post: operations["repairMismatches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/volumes/{id}/scrub-start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare the halves of a mirrored volume now
         * @description Needs the permission volume:change. Needs the right to change the volume, and volumes with the new labels.
         */
        post: operations["startScrub"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/volumes/{id}/scrub-stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the scrub of a volume
         * @description Needs the permission volume:change. Needs the right to change the volume, and volumes with the new labels.
         */
        post: operations["stopScrub"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/volumes/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the placement of a volume and the capacity it takes, or the reason why there is none
         * @description Needs the permission volume:read.
         */
        post: operations["planVolume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wipe-records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the records of wiped drives, also of drives that have left the cluster
         * @description Needs the permission drive:read. Refused to callers who see only some volumes.
         */
        get: operations["listWipeRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wipe-records/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the records of wiped drives, oldest first, as CSV or as NDJSON (one record of the list a line)
         * @description Needs the permission drive:read. Refused to callers who see only some volumes.
         */
        get: operations["exportWipeRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is alive
         * @description Open to everybody.
         */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the server is ready: database reachable, schema current
         * @description Open to everybody.
         */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptLoss: {
            /** @description Legs to give up. Writes that only these legs have are lost to the volume. */
            legIds: string[];
            /**
             * @description Name of the volume, as confirmation.
             * @example orders-db
             */
            volumeName: string;
        };
        /** @description A problem that needs attention: one for each cause. */
        Alert: {
            /** @description Who works on it. An acknowledged alert is not repeated. */
            acknowledged: {
                /** Format: date-time */
                at: string;
                by: string;
                comment: string;
            } | null;
            /** @description Remedy. */
            action: string;
            /** @description The alert about its cause. Channels get only that one. Null: none. */
            causedBy: {
                id: string;
                rule: string;
                subject: components["schemas"]["AlertObject"];
            } | null;
            /** @description Open alerts that this one causes. */
            consequenceCount: number;
            /** Format: date-time */
            createdAt: string;
            firedAt: string | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description The node whose maintenance explains it. Null: none. */
            inhibitedBy: {
                id: string;
                name: string;
            } | null;
            /** @description Labels that silences and channels match. */
            labels: {
                [key: string]: string;
            };
            /** @description Path of the object in the console, at the moment when the condition began. */
            link: string;
            /** @description Impact on data and performance. */
            meaning: string;
            resolvedAt: string | null;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** @description Name of the rule (docs/alerts.md), the same as in Prometheus. */
            rule: string;
            /**
             * @description The most serious one of the alert and of its consequences.
             * @enum {string}
             */
            severity: "warning" | "critical";
            /** @description Ids of the silences that match it now. */
            silencedBy: string[];
            /**
             * Format: date-time
             * @description When the condition began, as the server saw it.
             */
            startedAt: string;
            /** @enum {string} */
            state: "pending" | "firing" | "resolved";
            /** @description The object, or the common cause of all its objects. */
            subject: components["schemas"]["AlertObject"];
            subjectCount: number;
            /** @description The objects in this state, at most 20. */
            subjects: components["schemas"]["AlertObject"][];
            /** @description Problem. */
            summary: string;
            threshold: number | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description Null: the condition is a state. */
            value: number | null;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        AlertAcknowledge: {
            /** @default  */
            comment?: string;
        };
        /** @description Matches a label of an alert: rule, severity, kind, volume, node, drive, drive_class, zone, rack, … */
        AlertMatcher: {
            label: string;
            /**
             * @default =
             * @enum {string}
             */
            operator: "=" | "!=";
            /** @description `*` stands for any text. A label that an alert does not have is empty. */
            value: string;
        };
        /** @description Matches a label of an alert: rule, severity, kind, volume, node, drive, drive_class, zone, rack, … */
        AlertMatcherInput: {
            label: string;
            /**
             * @default =
             * @enum {string}
             */
            operator?: "=" | "!=";
            /** @description `*` stands for any text. A label that an alert does not have is empty. */
            value: string;
        };
        /** @description An object of an alert. The id of the cluster is `cluster`. */
        AlertObject: {
            id: string;
            /** @enum {string} */
            kind: "volume" | "node" | "drive" | "drive-class" | "server" | "cluster";
            name: string;
        };
        AlertPage: {
            items: components["schemas"]["Alert"][];
            nextCursor: string | null;
            total: number;
        };
        AlertThreshold: {
            /**
             * @description Name of a drive class. Null: every class.
             * @default null
             */
            driveClass: string | null;
            rule: string;
            /** @description In the unit of the rule (docs/alerts.md). */
            value: number;
            /**
             * @description A label of volumes. Null: every volume.
             * @default null
             */
            volumeLabel: {
                key: string;
                value: string;
            } | null;
        };
        AlertThresholdInput: {
            /**
             * @description Name of a drive class. Null: every class.
             * @default null
             */
            driveClass?: string | null;
            rule: string;
            /** @description In the unit of the rule (docs/alerts.md). */
            value: number;
            /**
             * @description A label of volumes. Null: every volume.
             * @default null
             */
            volumeLabel?: {
                key: string;
                value: string;
            } | null;
        };
        ApiToken: {
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description The token stays listed for 30 days after this time.
             */
            expiresAt: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Accurate to a minute. Null: not used yet. */
            lastUsedAt: string | null;
            name: string;
            nouns: ("alert" | "api-token" | "attachment" | "channel" | "drive-class" | "drive" | "enrollment-token" | "event" | "node" | "job" | "benchmark" | "deployment" | "drill" | "backup" | "role" | "user" | "volume-group" | "notification" | "note" | "preflight-finding" | "preflight-run" | "orphan" | "silence" | "snapshot" | "settings" | "volume")[] | null;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            role: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The user who made the token, and whose rights it has. */
            user: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                name: string;
            };
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
            volumes: components["schemas"]["AlertMatcher"][] | null;
        };
        ApiTokenCreate: {
            expiresInDays: number;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /**
             * @description Null: every path. Otherwise only the paths of these nouns (`/api/v1/volumes…` for `volume`), and no live updates.
             * @default null
             */
            nouns?: ("alert" | "api-token" | "attachment" | "channel" | "drive-class" | "drive" | "enrollment-token" | "event" | "node" | "job" | "benchmark" | "deployment" | "drill" | "backup" | "role" | "user" | "volume-group" | "notification" | "note" | "preflight-finding" | "preflight-run" | "orphan" | "silence" | "snapshot" | "settings" | "volume")[] | null;
            /**
             * @description The token never has more rights than its user has at the time of a request.
             * @example orders-db
             */
            role: string;
            /**
             * @description Null: the volumes of its user. Otherwise only those of them whose labels match, and what belongs to these volumes.
             * @default null
             */
            volumes?: components["schemas"]["AlertMatcherInput"][] | null;
        };
        ApiTokenIssued: {
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description The token stays listed for 30 days after this time.
             */
            expiresAt: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Accurate to a minute. Null: not used yet. */
            lastUsedAt: string | null;
            name: string;
            nouns: ("alert" | "api-token" | "attachment" | "channel" | "drive-class" | "drive" | "enrollment-token" | "event" | "node" | "job" | "benchmark" | "deployment" | "drill" | "backup" | "role" | "user" | "volume-group" | "notification" | "note" | "preflight-finding" | "preflight-run" | "orphan" | "silence" | "snapshot" | "settings" | "volume")[] | null;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            role: string;
            token: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The user who made the token, and whose rights it has. */
            user: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                name: string;
            };
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
            volumes: components["schemas"]["AlertMatcher"][] | null;
        };
        ApiTokenPage: {
            items: components["schemas"]["ApiToken"][];
            nextCursor: string | null;
            total: number;
        };
        Attachment: {
            array: {
                degraded: number;
                members: {
                    badBlocks: number;
                    errors: number;
                    /** @default null */
                    events: number | null;
                    flags: string[];
                    /**
                     * Format: uuid
                     * @description Identifier, a UUID.
                     */
                    legId: string;
                    slot: number | null;
                }[];
                scrub?: {
                    checkedBytes: number;
                    mismatchBytes: number;
                    /** Format: date-time */
                    orderedAt: string;
                    reason: {
                        code: string;
                        command?: string[];
                        exitCode?: number | null;
                        message: string;
                        /**
                         * @description Name given by people; never changes.
                         * @example orders-db
                         */
                        node?: string;
                        params?: {
                            [key: string]: (string | number | boolean | {
                                /**
                                 * Format: uuid
                                 * @description Identifier, a UUID.
                                 */
                                id: string;
                                /** @enum {string} */
                                kind: "volume" | "node" | "drive" | "attachment" | "leg";
                                name: string;
                            }) | (string | number | boolean | {
                                /**
                                 * Format: uuid
                                 * @description Identifier, a UUID.
                                 */
                                id: string;
                                /** @enum {string} */
                                kind: "volume" | "node" | "drive" | "attachment" | "leg";
                                name: string;
                            })[];
                        };
                        processes?: {
                            command: string;
                            path: string;
                            pid: number;
                            /** @enum {string} */
                            via: "open-file" | "mount" | "swap" | "holder";
                        }[];
                        stderr?: string;
                    } | null;
                    /** @enum {string} */
                    state: "waiting" | "running" | "paused" | "done";
                    totalBytes: number;
                };
                state: string;
                syncAction: string;
                syncProgressRatio: number | null;
                syncSpeedBytesPerSecond: number | null;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                uuid: string;
            } | null;
            conditions: components["schemas"]["Condition"][];
            /** Format: date-time */
            createdAt: string;
            device: string | null;
            epoch: number;
            generation: number;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Limits that each slice (top-level cgroup) of the client shall have. Null: none. */
            limits: components["schemas"]["IoLimits"] | null;
            /** @description As the client last reported them, with the slices that have them. Null: none, or not reported. */
            limitsInForce: {
                overwritten: {
                    /** Format: date-time */
                    at: string;
                    slice: string;
                } | null;
                slices: string[];
                values: components["schemas"]["IoLimits"] | null;
            } | null;
            /** @enum {string} */
            mode: "exclusive" | "shared" | "readonly";
            node: components["schemas"]["Reference"];
            observedGeneration: number;
            open: boolean;
            openBy: {
                command: string;
                path: string;
                pid: number;
                /** @enum {string} */
                via: "open-file" | "mount" | "swap" | "holder";
            }[];
            paths: {
                address: string;
                controllerState: string | null;
                keys?: {
                    controllerKeyId: (string | "unknown") | null;
                    hostKeyId: (string | "unknown") | null;
                };
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                legId: string;
                /**
                 * @description Name given by people; never changes.
                 * @example orders-db
                 */
                node: string;
                /** @description When the path last left `live`, by the reports received. Null: live, or not recorded. */
                notLiveSince: string | null;
                /**
                 * @description Name given by people; never changes.
                 * @example orders-db
                 */
                storageNetwork: string;
                tls?: boolean;
            }[];
            reattach: boolean;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            revoked: components["schemas"]["Revocation"] | null;
            /** @enum {string} */
            state: "attaching" | "attached" | "detaching" | "unexporting" | "revoking" | "revoked";
            /** @enum {string} */
            transport: "rdma" | "tcp";
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
            volume: components["schemas"]["Reference"];
        };
        AttachmentCreate: {
            /**
             * @description Attach even if the client is in planned maintenance. Otherwise the server refuses.
             * @default false
             */
            force?: boolean;
            /** @description Limits per slice of this client. Null or absent: none. */
            limits?: components["schemas"]["IoLimitsInput"] | null;
            /**
             * @default exclusive
             * @enum {string}
             */
            mode?: "exclusive" | "shared" | "readonly";
            /**
             * Format: uuid
             * @description The client.
             */
            nodeId: string;
            /** @description Attach again after the client restarts. Absent: the setting reattachByDefault applies. */
            reattach?: boolean;
            /**
             * @default rdma
             * @enum {string}
             */
            transport?: "rdma" | "tcp";
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            volumeId: string;
        };
        AttachmentPage: {
            items: components["schemas"]["Attachment"][];
            nextCursor: string | null;
            total: number;
        };
        AttachmentRevoke: {
            /**
             * @description Detach even if only the excluded legs may have the latest writes: the last in-sync leg of a mirror set, or, if the client did not release the volume before the fence, every leg that was in sync. Writes that only these legs have are lost to the volume (S4). The legs are kept until somebody discards them.
             * @default false
             */
            acceptLoss?: boolean;
            /**
             * @description Statement that the client is off. The server does not wait for its report of the removal. Does not cover targets.
             * @default false
             */
            clientIsOff?: boolean;
            /**
             * @description Statement that these targets are off and export nothing before they have connected to a server. The server does not wait for their fences, and their legs leave the epoch. Does not cover the client.
             * @default []
             */
            targetsOff?: string[];
            /**
             * @description Name of the volume, as confirmation.
             * @example orders-db
             */
            volumeName: string;
        };
        AttachmentUpdate: {
            /** @description Replaces all limits per slice of this client, while the volume is in use. A limit that is null or absent is removed; null removes all. */
            limits: components["schemas"]["IoLimitsInput"] | null;
        };
        AuditChange: {
            field: string;
            /** @description JSON of the value before, cut after 1,000 characters. Null: not known. */
            from: string | null;
            /** @description JSON of the value after, cut after 1,000 characters. Null: not known. */
            to: string | null;
        };
        /** @description Entries are kept auditKeptDays (setting); without it, statements and changes for good. Equal refusals have an entry at once, and two at most that count the further ones of 10 minutes; they are removed after 180 days. */
        AuditEntry: {
            /** @enum {string} */
            action: "drive.wipe" | "attachment.revoke" | "volume.accept-loss" | "volume.discard" | "node.maintenance" | "node.revoke-credential" | "node.rotate-credential" | "history.accept" | "simulation.fault" | "backup.download" | "support-bundle.download" | "database.mend" | "audit.prune" | "change" | "refusal";
            /** Format: date-time */
            at: string;
            /** @description Name of the user, or `anonymous`. */
            by: string;
            /** @description Fields that an update (PATCH) changed, as the API showed them before and after. What the API never shows is not in it. */
            changes: components["schemas"]["AuditChange"][];
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Null: an entry of statements. */
            request: components["schemas"]["AuditRequest"] | null;
            statements: components["schemas"]["AuditStatement"][];
            /** @description Null: the request was refused before its object was known. */
            subject: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                /** @enum {string} */
                kind: "alert" | "api-token" | "attachment" | "channel" | "drive-class" | "drive" | "enrollment-token" | "event" | "node" | "job" | "benchmark" | "deployment" | "drill" | "backup" | "role" | "user" | "volume-group" | "notification" | "note" | "preflight-finding" | "preflight-run" | "orphan" | "silence" | "snapshot" | "settings" | "volume";
                /** @description Name, or the id if the name is unknown. */
                name: string;
            } | null;
        };
        AuditPage: {
            items: components["schemas"]["AuditEntry"][];
            nextCursor: string | null;
            total: number;
        };
        AuditRequest: {
            /** @description Address of the client, through `trustProxy`. Null: several, or a step of a deployment. */
            address: string | null;
            /** @description Error code of a refusal. */
            code: string | null;
            /** @description Number of requests in this entry. */
            count: number;
            /**
             * Format: uuid
             * @description Request id, as in the response and the server log. Of several requests: the first. Of a step of a deployment: the id of the deployment.
             */
            id: string;
            /** @description Job that the change started. */
            jobId: string | null;
            /**
             * Format: date-time
             * @description Time of the last request.
             */
            lastAt: string;
            /** @description User name given at a login. */
            name: string | null;
            /** @description Id of the endpoint (`operationId`). Null: several, counted together beyond the limit of entries. */
            route: string | null;
            /** @description HTTP status of the answer. */
            status: number;
            /** @description API token of the request. Null: a session, or nobody. */
            token: components["schemas"]["Reference"] | null;
        };
        AuditStatement: {
            about: components["schemas"]["Reference"];
            /** @description Code of the statement (docs/messages.md). Absent: an earlier version stored it. */
            code?: string;
            /** @description Data of the statement (docs/messages.md). Absent: an earlier version stored it. */
            params?: components["schemas"]["MessageParams"];
            /** @enum {string} */
            statement: "wipe" | "force-detach" | "client-is-off" | "target-is-off" | "give-up-leg" | "discard-leg" | "maintenance" | "force" | "maintenance-ends" | "revoke-credential" | "rotate-credential" | "history-accepted" | "ledger-loss-accepted" | "simulated-fault" | "backup-downloaded" | "support-bundle-downloaded" | "database-mended" | "audit-pruned";
            /** @description The statement in English, as the server recorded it. */
            text: string;
        };
        /** @description A file with a backup of the database. */
        Backup: {
            /** @description The file has its end, and the key of the server fits. Only a verification checks every byte. */
            complete: boolean;
            /** @description Null: the header of the file cannot be read. */
            encrypted: boolean | null;
            /** @description Why it is not complete. */
            fault: components["schemas"]["SentMessage"] | null;
            fileName: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Rotations that it counts for. Empty: the header of the file cannot be read. */
            kinds: ("frequent" | "hourly" | "daily" | "manual")[];
            /** @description Bytes. */
            sizeBytes: number;
            /**
             * Format: date-time
             * @description Point in time that a restore brings back.
             */
            takenAt: string;
            /** @description The newest verification of this file that a user requested. Null: none is stored. */
            verification: {
                finishedAt: string | null;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                jobId: string;
                /** @enum {string} */
                state: "running" | "waiting" | "done" | "failed";
            } | null;
            /** @description Version that wrote it, and that can restore it. Null: the header cannot be read. */
            weftVersion: string | null;
            /** @description Host name of the server that wrote it. Null: not recorded. */
            writtenBy: string | null;
        };
        /** @description The folder of backups of one server. */
        BackupFolder: {
            /** @description The folder on that server, or the bucket as s3://bucket/prefix. Null: none is configured there. */
            path: string | null;
            /** @description Why the backups are late, or they cannot be read. */
            problem: components["schemas"]["SentMessage"] | null;
            /** @description When the server last read them. The list is of that moment. Null: never. */
            readAt: string | null;
            /** @description Host name of the server that answers. The list is of its place; all servers are meant to have the same one, and nothing checks it. */
            server: string;
            /** @enum {string} */
            state: "off" | "current" | "late" | "unreadable";
            /** @description When the server first failed to read them. Null: it can. */
            unreadableSince: string | null;
        };
        BackupPage: {
            folder: components["schemas"]["BackupFolder"];
            items: components["schemas"]["Backup"][];
            nextCursor: string | null;
            total: number;
        };
        Benchmark: {
            cancelRequested: boolean;
            /** Format: date-time */
            createdAt: string;
            error: components["schemas"]["JobReason"] | null;
            finishedAt: string | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            jobId: string;
            latencyBound: components["schemas"]["LatencyBound"] | null;
            /** @enum {string} */
            profile: "reference" | "block-size-sweep" | "depth-sweep" | "latency-bound" | "own";
            /** @description Progress of the whole benchmark, by the time of its steps. */
            progressRatio: number;
            repeats: number;
            requestedBy: string;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            runSeconds: number;
            scratch: components["schemas"]["BenchmarkScratch"] | null;
            /** @description What blocks the creation or the removal of scratch volumes now. */
            scratchWaits: {
                /** @description Name of the scratch volume. */
                volume: string;
                wait: components["schemas"]["JobWait"];
            }[];
            simulated: boolean;
            /** @enum {string} */
            state: "preparing" | "running" | "removing" | "done" | "failed" | "cancelled";
            /** @description Index of the current step in `steps`; their number: all have ended. */
            stepIndex: number;
            /** @description Progress of the current step. */
            stepProgressRatio: number;
            /** @description All steps that are known now. A latency-bound search adds steps as it goes. */
            steps: components["schemas"]["BenchmarkStep"][];
            stepStartedAt: string | null;
            title: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
            volumes: components["schemas"]["BenchmarkVolume"][];
        };
        BenchmarkComparison: {
            /** @description What else differs: versions, kernels, settings, volumes. */
            differences: string[];
            first: components["schemas"]["Benchmark"];
            onlyFirst: components["schemas"]["BenchmarkPoint"][];
            onlySecond: components["schemas"]["BenchmarkPoint"][];
            points: components["schemas"]["ComparedPoint"][];
            second: components["schemas"]["Benchmark"];
        };
        BenchmarkCreate: {
            /**
             * @description Runs each repeat twice: with Weft's statistics of the volumes at their clients, and without. The report has the difference. Not for latency-bound.
             * @default false
             */
            compareCollection?: boolean;
            /** @description Of the profile latency-bound. Absent: its defaults. */
            latencyBound?: components["schemas"]["LatencyBoundInput"];
            /** @description The loads of the profile own, in their order. Not for the other profiles. */
            points?: components["schemas"]["BenchmarkPointInput"][];
            /**
             * @description First write every volume in full, sequentially, with blocks of 2 MiB at depth 64.
             * @default true
             */
            precondition?: boolean;
            /** @enum {string} */
            profile: "reference" | "block-size-sweep" | "depth-sweep" | "latency-bound" | "own";
            /**
             * @description How often each load runs. Not for latency-bound.
             * @default 5
             */
            repeats?: number;
            /**
             * @description Run time of one step, seconds.
             * @default 60
             */
            runSeconds?: number;
            scratch?: components["schemas"]["BenchmarkScratchInput"];
            /** @default  */
            title?: string;
            /** @description Attached volumes. Either these, or `scratch`. */
            volumes?: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                attachmentId: string;
                /**
                 * @description Name of the volume, as confirmation that its data may be destroyed. Absent: the agent refuses a volume that holds data.
                 * @example orders-db
                 */
                confirmName?: string;
            }[];
        };
        BenchmarkFacts: {
            nodes: {
                agentVersion: string | null;
                cpu: string | null;
                drives: {
                    firmware: string;
                    model: string;
                    serial: string;
                    /** @description Bytes. */
                    sizeBytes: number;
                }[];
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                kernel: string | null;
                memoryBytes: number | null;
                name: string;
                nics: {
                    mtu: number | null;
                    name: string;
                    speedBitsPerSecond: number | null;
                }[];
                operatingSystem: string | null;
                roles: ("client" | "target")[];
            }[];
            serverVersion: string;
            /** @description The cluster's settings at that moment, each as JSON. */
            settings: {
                [key: string]: string;
            };
            simulated: boolean;
        };
        BenchmarkFigures: {
            bytesPerSecond: number;
            iops: number;
            latencyAverageSeconds: number | null;
            latencyP50Seconds: number | null;
            latencyP90Seconds: number | null;
            latencyP95Seconds: number | null;
            latencyP99Seconds: number | null;
            readIops: number;
            writeIops: number;
        };
        BenchmarkPage: {
            items: components["schemas"]["Benchmark"][];
            nextCursor: string | null;
            total: number;
        };
        BenchmarkPoint: {
            /**
             * @default random
             * @enum {string}
             */
            access: "random" | "sequential";
            /** @enum {integer} */
            blockBytes: 512 | 1024 | 2048 | 4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304;
            /** @description I/Os in flight of each job. */
            depth: number;
            /** @description fio jobs on each volume. */
            jobs: number;
            readPercent: number;
        };
        BenchmarkPointInput: {
            /**
             * @default random
             * @enum {string}
             */
            access?: "random" | "sequential";
            /** @enum {integer} */
            blockBytes: 512 | 1024 | 2048 | 4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304;
            /** @description I/Os in flight of each job. */
            depth: number;
            /** @description fio jobs on each volume. */
            jobs: number;
            readPercent: number;
        };
        BenchmarkReport: {
            benchmark: components["schemas"]["Benchmark"];
            /** @description Of a benchmark with compareCollection: each load with Weft's statistics at the clients (first), and without (second). */
            collectionCosts: components["schemas"]["ComparedPoint"][];
            facts: components["schemas"]["BenchmarkFacts"] | null;
            results: components["schemas"]["BenchmarkResult"][];
        };
        BenchmarkResult: {
            /** @description Averages over the repeats. */
            figures: components["schemas"]["BenchmarkFigures"];
            iopsByClient: {
                iops: number;
                node: components["schemas"]["Reference"];
            }[];
            iopsSpread: components["schemas"]["Spread"];
            latencySpread: components["schemas"]["Spread"] | null;
            point: components["schemas"]["BenchmarkPoint"];
            runs: components["schemas"]["BenchmarkRun"][];
            /** @description Average over targets and repeats. Null: no history of that time. */
            targetCpuRatio: number | null;
            targetExportRatio: number | null;
            /** @description Null: not a latency-bound search. */
            withinLatencyBound: boolean | null;
            /** @description Measured with Weft's statistics of the volumes off at the clients. */
            withoutCollection: boolean;
        };
        BenchmarkRun: {
            clients: {
                /** @description Busy share of all cores of the client. */
                cpuRatio: number | null;
                figures: components["schemas"]["BenchmarkFigures"];
                kernel: components["schemas"]["KernelLatency"] | null;
                node: components["schemas"]["Reference"];
                /**
                 * Format: uuid
                 * @description Names fio's own output: GET /benchmarks/:id/outputs/:orderId.
                 */
                orderId: string;
            }[];
            /** Format: date-time */
            endedAt: string;
            /** @description All clients together. Percentiles are from the merged histograms. */
            figures: components["schemas"]["BenchmarkFigures"];
            isOutlier: boolean;
            kernel: components["schemas"]["KernelLatency"] | null;
            repeat: number;
            /** Format: date-time */
            startedAt: string;
            /** @description Time from the first to the last start of fio among the clients. Null: one client, or not known. */
            startSkewSeconds: number | null;
            stepIndex: number;
            /** @description CPU of the targets during the step, by the history. exportRatio: CPU for exporting legs. */
            targets: {
                cpuRatio: number | null;
                exportRatio: number | null;
                node: components["schemas"]["Reference"];
            }[];
        };
        BenchmarkScratch: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            driveClassId: string;
            /** @description The clients. */
            nodeIds: string[];
            /** @enum {string} */
            protection: "concatenated" | "raid0" | "raid1" | "raid10";
            /** @description Size of each volume in bytes. */
            sizeBytes: number;
            /**
             * @default rdma
             * @enum {string}
             */
            transport: "rdma" | "tcp";
            /** @default 1 */
            volumesPerClient: number;
        };
        BenchmarkScratchInput: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            driveClassId: string;
            /** @description The clients. */
            nodeIds: string[];
            /** @enum {string} */
            protection: "concatenated" | "raid0" | "raid1" | "raid10";
            /** @description Size of each volume in bytes. */
            sizeBytes: number;
            /**
             * @default rdma
             * @enum {string}
             */
            transport?: "rdma" | "tcp";
            /** @default 1 */
            volumesPerClient?: number;
        };
        BenchmarkStep: {
            /** @enum {string} */
            kind: "check" | "precondition" | "measure";
            /** @description Null: not a measurement. */
            point: components["schemas"]["BenchmarkPoint"] | null;
            /** @description From 1. */
            repeat: number;
            /** @description Run time, seconds. 0: it runs until it is done. */
            seconds: number;
            /** @description Weft's statistics of the volumes are off at the clients during the step. */
            withoutCollection: boolean;
        };
        BenchmarkVolume: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            attachmentId: string;
            /** @description Its name was confirmed, or it is a scratch volume. */
            mayHoldData: boolean;
            node: components["schemas"]["Reference"];
            /**
             * @description local: every leg is on a drive of the client itself.
             * @enum {string}
             */
            placement: "local" | "remote" | "mixed";
            /** @enum {string} */
            protection: "concatenated" | "raid0" | "raid1" | "raid10";
            /** @description Bytes. */
            sizeBytes: number;
            /** @description Nodes with its legs. */
            targets: components["schemas"]["Reference"][];
            /** @enum {string} */
            transport: "rdma" | "tcp";
            volume: components["schemas"]["Reference"];
        };
        CapacityChange: {
            /** @description Allocated to legs before the change. */
            allocatedBytes: number;
            /** @description Total bytes that legs and the reserve share. */
            capacityBytes: number;
            /** @description Free for new legs before the change. */
            freeBytes: number;
            /** @description Free for new legs after the change. */
            freeBytesAfter: number;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            name: string;
            /** @description Bytes that the change allocates. */
            takenBytes: number;
        };
        /** @description How full the drives of a class will be, if their use goes on as it did. */
        CapacityForecast: {
            /** @description Hourly samples of the last 30 days that it rests on. */
            samples: number;
            /** @description Hours from the first of these samples to the last. */
            spanHours: number;
            /** @description Null: not enough history. A trend needs 12 samples over 24 hours. */
            trend: {
                /** @description Until no bytes are free for new legs. Null: the used bytes do not grow, or fill the class in more than 3650 days. */
                daysUntilFull: number | null;
                /** @description Theil-Sen slope of the used bytes; negative: they shrink. Bytes that drives bring into the class or take out of it do not count. */
                usedBytesPerDay: number;
                /** @description Used bytes now, and 30 days of the slope; at most what legs may use. */
                usedIn30DaysBytes: number;
            } | null;
        };
        /** @description A receiver of alerts or of the audit. */
        Channel: {
            /**
             * @description alerts: by its route. audit: every entry of the audit from now on, in order; only to a webhook, or to syslog over TCP or TLS. Cannot be changed.
             * @enum {string}
             */
            carries: "alerts" | "audit";
            /** Format: date-time */
            createdAt: string;
            enabled: boolean;
            /** @description Notifications that were given up (dead letters). */
            failedCount: number;
            /** @description The last attempt failed. Null: it did not. */
            failure: components["schemas"]["ChannelFailure"] | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            lastSentAt: string | null;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** @description Of a channel for alerts. */
            route: components["schemas"]["ChannelRoute"];
            secretSet: boolean;
            /** @description Without its secret. */
            target: components["schemas"]["ChannelTarget"];
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
            /** @description Notifications that wait to be sent; of a channel for the audit: links of its hash chain. */
            waitingCount: number;
        };
        ChannelCreate: {
            /**
             * @description alerts: by its route. audit: every entry of the audit from now on, in order; only to a webhook, or to syslog over TCP or TLS. Cannot be changed.
             * @default alerts
             * @enum {string}
             */
            carries?: "alerts" | "audit";
            /** @default true */
            enabled?: boolean;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @default {} */
            route?: components["schemas"]["ChannelRouteInput"];
            target: components["schemas"]["ChannelTargetInput"];
        };
        ChannelFailure: {
            attempts: number;
            error: string;
            nextAttemptAt: string | null;
            /** Format: date-time */
            since: string;
        };
        ChannelPage: {
            items: components["schemas"]["Channel"][];
            nextCursor: string | null;
            total: number;
        };
        ChannelRoute: {
            /**
             * @description Alerts below critical are collected and sent together each so many minutes. Null: at once.
             * @default null
             */
            digestMinutes: number | null;
            /**
             * @description The channel gets alerts that match all of them.
             * @default []
             */
            matchers: components["schemas"]["AlertMatcher"][];
            /**
             * @default warning
             * @enum {string}
             */
            minSeverity: "warning" | "critical";
            /**
             * @description Between these times critical alerts alone are sent at once; the others follow at the end.
             * @default null
             */
            quietHours: {
                from: string;
                timeZone: string;
                to: string;
            } | null;
            /**
             * @description A firing alert that nobody has acknowledged is sent again after this time. Null: never.
             * @default null
             */
            repeatHours: number | null;
            /** @default true */
            sendResolved: boolean;
        };
        ChannelRouteInput: {
            /**
             * @description Alerts below critical are collected and sent together each so many minutes. Null: at once.
             * @default null
             */
            digestMinutes?: number | null;
            /**
             * @description The channel gets alerts that match all of them.
             * @default []
             */
            matchers?: components["schemas"]["AlertMatcherInput"][];
            /**
             * @default warning
             * @enum {string}
             */
            minSeverity?: "warning" | "critical";
            /**
             * @description Between these times critical alerts alone are sent at once; the others follow at the end.
             * @default null
             */
            quietHours?: {
                from: string;
                timeZone: string;
                to: string;
            } | null;
            /**
             * @description A firing alert that nobody has acknowledged is sent again after this time. Null: never.
             * @default null
             */
            repeatHours?: number | null;
            /** @default true */
            sendResolved?: boolean;
        };
        /** @description The address of a Slack or Teams webhook is itself a secret. */
        ChannelTarget: {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority: string | null;
            from: string & (unknown & unknown);
            host: string;
            /** @description Write-only. Absent in a change: it stays as it is. */
            password?: string;
            port: number;
            /**
             * @description starttls and tls require a valid certificate; none sends in clear.
             * @enum {string}
             */
            security: "starttls" | "tls" | "none";
            to: (string & (unknown & unknown))[];
            /** @constant */
            type: "smtp";
            /** @default null */
            username: string | null;
        } | {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority: string | null;
            /** @description Write-only. Absent in a change: it stays as it is. */
            secret?: string;
            /** @constant */
            type: "webhook";
            /** Format: uri */
            url: string;
        } | {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority: string | null;
            /** @constant */
            type: "slack";
            /** Format: uri */
            url?: string;
        } | {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority: string | null;
            /** @constant */
            type: "teams";
            /** Format: uri */
            url?: string;
        } | {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority: string | null;
            host: string;
            port: number;
            /** @enum {string} */
            transport: "udp" | "tcp" | "tls";
            /** @constant */
            type: "syslog";
        } | {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority: string | null;
            /** @description Write-only. Absent in a change: it stays as it is. */
            password?: string;
            /** @constant */
            type: "alertmanager";
            /** Format: uri */
            url: string;
            /** @default null */
            username: string | null;
        };
        /** @description The address of a Slack or Teams webhook is itself a secret. */
        ChannelTargetInput: {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority?: string | null;
            from: string & (unknown & unknown);
            host: string;
            /** @description Write-only. Absent in a change: it stays as it is. */
            password?: string;
            port: number;
            /**
             * @description starttls and tls require a valid certificate; none sends in clear.
             * @enum {string}
             */
            security: "starttls" | "tls" | "none";
            to: (string & (unknown & unknown))[];
            /** @constant */
            type: "smtp";
            /** @default null */
            username?: string | null;
        } | {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority?: string | null;
            /** @description Write-only. Absent in a change: it stays as it is. */
            secret?: string;
            /** @constant */
            type: "webhook";
            /** Format: uri */
            url: string;
        } | {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority?: string | null;
            /** @constant */
            type: "slack";
            /** Format: uri */
            url?: string;
        } | {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority?: string | null;
            /** @constant */
            type: "teams";
            /** Format: uri */
            url?: string;
        } | {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority?: string | null;
            host: string;
            port: number;
            /** @enum {string} */
            transport: "udp" | "tcp" | "tls";
            /** @constant */
            type: "syslog";
        } | {
            /**
             * @description PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.
             * @default null
             */
            authority?: string | null;
            /** @description Write-only. Absent in a change: it stays as it is. */
            password?: string;
            /** @constant */
            type: "alertmanager";
            /** Format: uri */
            url: string;
            /** @default null */
            username?: string | null;
        };
        ChannelTest: {
            error: string | null;
            milliseconds: number;
            sent: boolean;
        };
        ChannelUpdate: {
            enabled?: boolean;
            route?: components["schemas"]["ChannelRouteInput"];
            target?: components["schemas"]["ChannelTargetInput"];
        };
        ClassCapacity: {
            /** @description Bytes. */
            capacityBytes: number;
            driveClass: components["schemas"]["Reference"];
            driveCount: number;
            forecast: components["schemas"]["CapacityForecast"];
            /** @description Available for new legs. */
            freeBytes: number;
            inServiceCount: number;
            nodeCount: number;
            /** @description Space needed to repair the loss of the node with the most mirror legs. Null: the class has no mirror legs. */
            repair: {
                /** @description Free in this class on the drives of other nodes that take new legs now. */
                availableBytes: number;
                /** @description Mirror legs of this class on the node. */
                neededBytes: number;
                node: components["schemas"]["Reference"];
            } | null;
            /** @description Never allocated (setting reservedRatio). */
            reservedBytes: number;
            /** @description Allocated to legs. */
            usedBytes: number;
        };
        ComparedPoint: {
            first: components["schemas"]["BenchmarkFigures"];
            /** @description Second divided by first. Null: one of them has no value. */
            iopsRatio: number | null;
            /** @description Second divided by first. Null: one of them has no value. */
            latencyAverageRatio: number | null;
            /** @description Second divided by first. Null: one of them has no value. */
            latencyP99Ratio: number | null;
            point: components["schemas"]["BenchmarkPoint"];
            second: components["schemas"]["BenchmarkFigures"];
            /** @description The difference of the mean IOPS is below twice its standard error. Null: too few repeats. */
            withinSpread: boolean | null;
        };
        Condition: {
            /** @description Code of the message (docs/messages.md) if it differs from the reason. */
            code?: string;
            /** @description The message in English. */
            message: string;
            /** @description Data of the message. Absent: an earlier version stored the condition, or the text has no code. */
            params?: components["schemas"]["MessageParams"];
            /** @description Stable code. */
            reason: string;
            /** Format: date-time */
            since: string;
            /** @enum {string} */
            status: "true" | "false" | "unknown";
            type: string;
            /** @description What ends the situation. */
            unblockedBy?: string;
            /** @description The blocker, and its node. */
            waitingFor?: string;
        };
        /** @description Effects of losing the object now. */
        Dependents: {
            /** @description Attachments that would end, because the object is their client. */
            clientOf: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                attachmentId: string;
                volume: components["schemas"]["Reference"];
            }[];
            /** @description Space needed to restore redundancy, by class. */
            repair: {
                /** @description Free in the class, without the space that would be lost. */
                availableBytes: number;
                driveClass: components["schemas"]["Reference"];
                enough: boolean;
                legs: number;
                /** @description Bytes. */
                neededBytes: number;
                /** @description Legs that fit on a drive outside the failure domains of the other mirror halves. */
                placeableLegs: number;
            }[];
            volumes: {
                attachedBy: components["schemas"]["Reference"][];
                /** @description Code of the message (docs/messages.md). */
                code: string;
                /** @enum {string} */
                effect: "fewer-paths" | "degraded" | "stalled" | "lost";
                /** @description Legs that would be unreachable. */
                legIds: string[];
                /** @description The message in English. */
                message: string;
                params: components["schemas"]["MessageParams"];
                volume: components["schemas"]["Reference"];
            }[];
        };
        DeployedAttachment: {
            /**
             * @default exclusive
             * @enum {string}
             */
            mode: "exclusive" | "shared" | "readonly";
            /**
             * @description The client.
             * @example orders-db
             */
            node: string;
            /**
             * @default rdma
             * @enum {string}
             */
            transport: "rdma" | "tcp";
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            volume: string;
        };
        DeployedAttachmentInput: {
            /**
             * @default exclusive
             * @enum {string}
             */
            mode?: "exclusive" | "shared" | "readonly";
            /**
             * @description The client.
             * @example orders-db
             */
            node: string;
            /**
             * @default rdma
             * @enum {string}
             */
            transport?: "rdma" | "tcp";
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            volume: string;
        };
        /** @description A drive class: drives by a selector, or by their serials. */
        DeployedClass: {
            /** @default  */
            description: string;
            /**
             * @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains.
             * @default {}
             */
            labels: {
                [key: string]: string;
            };
            members: {
                /** @constant */
                by: "list";
                /** @description Empty only in a document made of a cluster: its class lists no drive that is there. */
                serials: string[];
            } | {
                /** @constant */
                by: "selector";
                /** @description Bytes. */
                maxSizeBytes?: number;
                /** @description Bytes. */
                minSizeBytes?: number;
                models?: string[];
                /** @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains. */
                nodeLabels?: {
                    [key: string]: string;
                };
                nodes?: string[];
            };
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @description Thin volumes: the most bytes that the legs of a pool may promise, as a multiple of what the pool can become. Absent: 2. */
            overProvisioningRatio?: number;
        };
        /** @description A drive class: drives by a selector, or by their serials. */
        DeployedClassInput: {
            /** @default  */
            description?: string;
            /**
             * @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains.
             * @default {}
             */
            labels?: {
                [key: string]: string;
            };
            members: {
                /** @constant */
                by: "list";
                /** @description Empty only in a document made of a cluster: its class lists no drive that is there. */
                serials: string[];
            } | {
                /** @constant */
                by: "selector";
                /** @description Bytes. */
                maxSizeBytes?: number;
                /** @description Bytes. */
                minSizeBytes?: number;
                models?: string[];
                /** @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains. */
                nodeLabels?: {
                    [key: string]: string;
                };
                nodes?: string[];
            };
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @description Thin volumes: the most bytes that the legs of a pool may promise, as a multiple of what the pool can become. Absent: 2. */
            overProvisioningRatio?: number;
        };
        /** @description Drives of one node, of one model and size, to be in service. */
        DeployedDrives: {
            count: number;
            model: string;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            node: string;
            /**
             * @description Exactly these drives. Null: any of this model and size, so that the document fits another cluster.
             * @default null
             */
            serials: string[] | null;
            /** @description Bytes. */
            sizeBytes: number;
        };
        /** @description Drives of one node, of one model and size, to be in service. */
        DeployedDrivesInput: {
            count: number;
            model: string;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            node: string;
            /**
             * @description Exactly these drives. Null: any of this model and size, so that the document fits another cluster.
             * @default null
             */
            serials?: string[] | null;
            /** @description Bytes. */
            sizeBytes: number;
        };
        DeployedNode: {
            /**
             * @description Labels to set, `rack` and `zone` among them. Other labels of the node stay.
             * @default {}
             */
            labels: {
                [key: string]: string;
            };
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @description target: drives of it may be taken. client: volumes may be attached there. The document is checked against them. */
            roles: ("target" | "client")[];
        };
        DeployedNodeInput: {
            /**
             * @description Labels to set, `rack` and `zone` among them. Other labels of the node stay.
             * @default {}
             */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @description target: drives of it may be taken. client: volumes may be attached there. The document is checked against them. */
            roles: ("target" | "client")[];
        };
        DeployedVolume: {
            /**
             * @description Chunk of the md write-intent bitmap, a power of two. Null: mdadm chooses.
             * @default null
             */
            bitmapChunkBytes: (4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216 | 33554432 | 67108864 | 134217728 | 268435456 | 536870912 | 1073741824) | null;
            /**
             * @description Cache of each leg on a drive of the leg's target that is in service as a cache. Null: none.
             * @default null
             */
            cache: components["schemas"]["VolumeCache"] | null;
            /**
             * @description Copies of each byte. raid1 and raid10: 2 or 3; others: 1. Null: 2 for mirrors, 1 for others. Never changes.
             * @default null
             */
            copies: number | null;
            /** @default  */
            description: string;
            /**
             * @description Name of the drive class, of this document or of the cluster.
             * @example orders-db
             */
            driveClass: string;
            /**
             * @description aes-xts-256: the client encrypts (dm-crypt). Never changes.
             * @default none
             * @enum {string}
             */
            encryption: "none" | "aes-xts-256";
            /**
             * @description The mirror halves never share a failure domain.
             * @default node
             * @enum {string}
             */
            failureDomain: "node" | "rack" | "zone";
            /**
             * @description Mirrors: dm-integrity keeps a checksum of each 4 KiB of a leg, so that wrong bytes are found and repaired from the other half. It costs small writes, and the volume keeps its size and has blocks of 4 KiB (docs/data-services.md). Never changes.
             * @default none
             * @enum {string}
             */
            integrity: "none" | "dm-integrity";
            /**
             * @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains.
             * @default {}
             */
            labels: {
                [key: string]: string;
            };
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @enum {string} */
            protection: "concatenated" | "raid0" | "raid1" | "raid10";
            /**
             * @description thin: legs take space as they are written, and the volume can have snapshots (docs/data-services.md). Never changes.
             * @default thick
             * @enum {string}
             */
            provisioning: "thick" | "thin";
            /**
             * @description Mirrors: seconds until a missing or unhealthy leg is replaced.
             * @default 600
             */
            rebuildDelaySeconds: number;
            /**
             * @description Mirrors: resync rate of a leg. Minimum under other I/O, and maximum: low 1 MiB/s and 128 MiB/s, normal 32 MiB/s and 1 GiB/s, high 512 MiB/s and 8 GiB/s.
             * @default normal
             * @enum {string}
             */
            rebuildPriority: "low" | "normal" | "high";
            /** @description Size of the device in bytes: a multiple of 4096, 1 MiB to 1 PiB. */
            sizeBytes: number;
            /**
             * @description A power of two, 4 KiB to 16 MiB (md and dm-stripe chunk).
             * @default 65536
             * @enum {integer}
             */
            stripeSizeBytes: 4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216;
            /**
             * @description raid0: number of legs. raid10: number of mirror sets. Null: automatic. Not for raid1 and concatenated.
             * @default null
             */
            stripeWidth: number | null;
        };
        DeployedVolumeInput: {
            /**
             * @description Chunk of the md write-intent bitmap, a power of two. Null: mdadm chooses.
             * @default null
             */
            bitmapChunkBytes?: (4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216 | 33554432 | 67108864 | 134217728 | 268435456 | 536870912 | 1073741824) | null;
            /**
             * @description Cache of each leg on a drive of the leg's target that is in service as a cache. Null: none.
             * @default null
             */
            cache?: components["schemas"]["VolumeCacheInput"] | null;
            /**
             * @description Copies of each byte. raid1 and raid10: 2 or 3; others: 1. Null: 2 for mirrors, 1 for others. Never changes.
             * @default null
             */
            copies?: number | null;
            /** @default  */
            description?: string;
            /**
             * @description Name of the drive class, of this document or of the cluster.
             * @example orders-db
             */
            driveClass: string;
            /**
             * @description aes-xts-256: the client encrypts (dm-crypt). Never changes.
             * @default none
             * @enum {string}
             */
            encryption?: "none" | "aes-xts-256";
            /**
             * @description The mirror halves never share a failure domain.
             * @default node
             * @enum {string}
             */
            failureDomain?: "node" | "rack" | "zone";
            /**
             * @description Mirrors: dm-integrity keeps a checksum of each 4 KiB of a leg, so that wrong bytes are found and repaired from the other half. It costs small writes, and the volume keeps its size and has blocks of 4 KiB (docs/data-services.md). Never changes.
             * @default none
             * @enum {string}
             */
            integrity?: "none" | "dm-integrity";
            /**
             * @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains.
             * @default {}
             */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @enum {string} */
            protection: "concatenated" | "raid0" | "raid1" | "raid10";
            /**
             * @description thin: legs take space as they are written, and the volume can have snapshots (docs/data-services.md). Never changes.
             * @default thick
             * @enum {string}
             */
            provisioning?: "thick" | "thin";
            /**
             * @description Mirrors: seconds until a missing or unhealthy leg is replaced.
             * @default 600
             */
            rebuildDelaySeconds?: number;
            /**
             * @description Mirrors: resync rate of a leg. Minimum under other I/O, and maximum: low 1 MiB/s and 128 MiB/s, normal 32 MiB/s and 1 GiB/s, high 512 MiB/s and 8 GiB/s.
             * @default normal
             * @enum {string}
             */
            rebuildPriority?: "low" | "normal" | "high";
            /** @description Size of the device in bytes: a multiple of 4096, 1 MiB to 1 PiB. */
            sizeBytes: number;
            /**
             * @description A power of two, 4 KiB to 16 MiB (md and dm-stripe chunk).
             * @default 65536
             * @enum {integer}
             */
            stripeSizeBytes?: 4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216;
            /**
             * @description raid0: number of legs. raid10: number of mirror sets. Null: automatic. Not for raid1 and concatenated.
             * @default null
             */
            stripeWidth?: number | null;
        };
        Deployment: {
            /** Format: date-time */
            createdAt: string;
            document: components["schemas"]["DeploymentDocument"];
            error: components["schemas"]["JobReason"] | null;
            finishedAt: string | null;
            /** @enum {string} */
            goal: "applied" | "undone";
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            requestedBy: string;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            simulated: boolean;
            /** @enum {string} */
            state: "running" | "failed" | "stopped" | "done";
            steps: components["schemas"]["DeploymentStep"][];
            title: string;
            undoneBy: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        DeploymentAlternative: {
            /** @description The document has it. */
            chosen: boolean;
            /** @enum {string} */
            failureDomain: "node" | "rack" | "zone";
            possible: boolean;
            /** @enum {string} */
            protection: "concatenated" | "raid0" | "raid1" | "raid10";
            /** @description Why it is not possible. Null: it is. */
            reason: components["schemas"]["SentMessage"] | null;
            /** @description What its volumes survive. */
            survives: components["schemas"]["SentMessage"];
            /** @description Bytes of all its first volumes. 0: not possible. */
            usableBytes: number;
        };
        DeploymentCreate: {
            document: components["schemas"]["DeploymentDocumentInput"];
            /** @description Of the plan that was shown. Refused if the steps have changed since. Absent: applies whatever the steps are now. */
            fingerprint?: string;
            /** @default  */
            title?: string;
        };
        DeploymentDiff: {
            /** @description Applying would make these, or take them into service. */
            add: components["schemas"]["DeploymentItem"][];
            /** @description Applying would change these: labels of nodes. */
            change: components["schemas"]["DeploymentItem"][];
            /** @description They exist with other properties. A deployment does not change them, and is refused. */
            conflicts: components["schemas"]["DeploymentItem"][];
            /** @description Number of objects that are as the document has them. */
            unchanged: number;
            /** @description The cluster has these, and the document does not mention them. */
            untouched: components["schemas"]["DeploymentItem"][];
        };
        DeploymentDocument: {
            attachments: components["schemas"]["DeployedAttachment"][];
            driveClasses: components["schemas"]["DeployedClass"][];
            drives: components["schemas"]["DeployedDrives"][];
            /**
             * @description Version of the form of this document.
             * @constant
             */
            form: "weft-deployment-1";
            nodes: components["schemas"]["DeployedNode"][];
            storageNetworks: components["schemas"]["StorageNetwork"][];
            volumes: components["schemas"]["DeployedVolume"][];
        };
        DeploymentDocumentInput: {
            attachments: components["schemas"]["DeployedAttachmentInput"][];
            driveClasses: components["schemas"]["DeployedClassInput"][];
            drives: components["schemas"]["DeployedDrivesInput"][];
            /**
             * @description Version of the form of this document.
             * @constant
             */
            form: "weft-deployment-1";
            nodes: components["schemas"]["DeployedNodeInput"][];
            storageNetworks: components["schemas"]["StorageNetwork"][];
            volumes: components["schemas"]["DeployedVolumeInput"][];
        };
        DeploymentItem: {
            /** @description As it is now. Null: it does not exist. */
            from: string | null;
            /** @enum {string} */
            kind: "storage-network" | "node" | "drive" | "drive-class" | "volume" | "attachment";
            name: string;
            /** @description As the document has it. Null: the document does not mention it. */
            to: string | null;
        };
        DeploymentPage: {
            items: components["schemas"]["DeploymentSummary"][];
            nextCursor: string | null;
            total: number;
        };
        DeploymentPlan: {
            diff: components["schemas"]["DeploymentDiff"];
            /** @description Of the steps. Send it with the request to apply exactly these. */
            fingerprint: string;
            /** @description Why it cannot be applied as it is. Empty: it can. */
            problems: components["schemas"]["SentMessage"][];
            steps: components["schemas"]["DeploymentPlannedStep"][];
        };
        /** @description A step, with its sentence. */
        DeploymentPlannedStep: {
            /** @description Code of the message (docs/messages.md). */
            code: string;
            /** @description The message in English. */
            message: string;
            params: components["schemas"]["MessageParams"];
            work: components["schemas"]["DeploymentWork"];
        };
        DeploymentPlanRequest: {
            document: components["schemas"]["DeploymentDocumentInput"];
        };
        DeploymentProposal: {
            alternatives: components["schemas"]["DeploymentAlternative"][];
            document: components["schemas"]["DeploymentDocument"];
            /** @description Guesses to check, and what was left out, with the reason. */
            remarks: components["schemas"]["SentMessage"][];
        };
        DeploymentPropose: {
            /** @description Nodes that get a first volume each. Absent: the nodes without usable drives, else all nodes. Empty: no volumes. */
            clients?: string[];
            /**
             * @description Absent: racks or zones if there are three of them, else nodes.
             * @enum {string}
             */
            failureDomain?: "node" | "rack" | "zone";
            /**
             * @description Share of the usable bytes that the first volumes take.
             * @default 0.5
             */
            fillRatio?: number;
            /**
             * @description Of the first volumes. Absent: the safest one that the nodes allow.
             * @enum {string}
             */
            protection?: "concatenated" | "raid0" | "raid1" | "raid10";
        };
        DeploymentStep: {
            /** @description Code of the message (docs/messages.md). */
            code: string;
            endedAt: string | null;
            error: components["schemas"]["JobReason"] | null;
            /** @description Jobs that it has started. */
            jobIds: string[];
            /** @description The message in English. */
            message: string;
            params: components["schemas"]["MessageParams"];
            startedAt: string | null;
            /**
             * @description kept: an undo leaves it, because it was there before, or because other objects rely on it.
             * @enum {string}
             */
            state: "pending" | "running" | "done" | "failed" | "undoing" | "undone" | "kept";
            work: components["schemas"]["DeploymentWork"];
        };
        DeploymentSummary: {
            /** Format: date-time */
            createdAt: string;
            endedSteps: number;
            error: components["schemas"]["JobReason"] | null;
            finishedAt: string | null;
            /** @enum {string} */
            goal: "applied" | "undone";
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            requestedBy: string;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            simulated: boolean;
            /** @enum {string} */
            state: "running" | "failed" | "stopped" | "done";
            stepCount: number;
            title: string;
            undoneBy: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        DeploymentUndoPlan: {
            /** @description Why it cannot be undone now. Empty: it can. */
            blockers: components["schemas"]["SentMessage"][];
            /** @description What would be undone, in this order. */
            steps: components["schemas"]["DeploymentPlannedStep"][];
        };
        DeploymentWork: {
            /** @constant */
            kind: "networks";
            storageNetworks: components["schemas"]["StorageNetwork"][];
        } | {
            /** @constant */
            kind: "labels";
            /** @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains. */
            labels: {
                [key: string]: string;
            };
            node: components["schemas"]["Reference"];
        } | {
            drives: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                model: string;
                serial: string;
                /** @description Bytes. */
                sizeBytes: number;
            }[];
            /** @constant */
            kind: "take";
            node: components["schemas"]["Reference"];
        } | {
            driveClass: components["schemas"]["DeployedClass"];
            /** @constant */
            kind: "class";
        } | {
            /** @constant */
            kind: "volume";
            volume: components["schemas"]["DeployedVolume"];
        } | {
            attachment: components["schemas"]["DeployedAttachment"];
            /** @constant */
            kind: "attach";
            node: components["schemas"]["Reference"];
        };
        DeviceLogin: {
            /** @description Shortest time until the next poll. */
            intervalSeconds: number;
            /** @description Null until done. */
            session: components["schemas"]["Session"] | null;
            /**
             * @description pending: nobody has approved it yet. slow-down: the poll came too early, so the interval is longer now. done: the session cookie is set.
             * @enum {string}
             */
            state: "pending" | "slow-down" | "done";
        };
        DeviceLoginPoll: {
            handle: string;
        };
        DeviceLoginStarted: {
            /** @description How long the user has, 15 minutes at most. */
            expiresInSeconds: number;
            /** @description Secret of the program that began: it finishes the login with it. */
            handle: string;
            /** @description Shortest time between two polls. */
            intervalSeconds: number;
            /** @description What the user compares or types at the provider. */
            userCode: string;
            /** @description Page of the provider for the code, on any device. */
            verificationUri: string;
            /** @description The same page with the code in it. Null: the provider has none. */
            verificationUriComplete: string | null;
        };
        Discard: {
            /** @description Obsolete legs to destroy. */
            legIds: string[];
            /**
             * @description Name of the volume, as confirmation.
             * @example orders-db
             */
            volumeName: string;
        };
        Drill: {
            cancelRequested: boolean;
            client: components["schemas"]["Reference"];
            /** Format: date-time */
            createdAt: string;
            error: components["schemas"]["JobReason"] | null;
            /** @description When the fault was in force, as its agent reported it. */
            faultAt: string | null;
            faultSeconds: number;
            finishedAt: string | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            isScratch: boolean;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            jobId: string;
            /** @enum {string} */
            kind: "close-path" | "cut-network" | "stop-exports" | "kill-agent" | "fail-leg";
            /** @description When its agent had taken it back, or the server withdrew it. */
            liftedAt: string | null;
            load: boolean;
            /** @description Where the fault is made. Null: not decided. */
            node: components["schemas"]["Reference"] | null;
            /** @enum {string} */
            phase: "settling" | "fault" | "healing";
            report: components["schemas"]["DrillReport"];
            /** @description schedule: the schedule of the settings. */
            requestedBy: string;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** @description When the server first showed it. */
            shownAt: string | null;
            simulated: boolean;
            /** @description When the load was ordered. */
            startedAt: string | null;
            /** @enum {string} */
            state: "preparing" | "running" | "removing" | "done" | "failed" | "cancelled";
            storageNetwork: string | null;
            touched: components["schemas"]["Reference"][];
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
            /** @description Null: its scratch volume is not attached yet. */
            volume: components["schemas"]["Reference"] | null;
            wholeAt: string | null;
        };
        DrillCreate: {
            /**
             * Format: uuid
             * @description An attached volume. Either this, or `scratch`.
             */
            attachmentId?: string;
            /**
             * @description Name of the volume, as confirmation that its data may be destroyed. Absent: the agent refuses a volume that holds data.
             * @example orders-db
             */
            confirmName?: string;
            /** @default 20 */
            faultSeconds?: number;
            /** @enum {string} */
            kind: "close-path" | "cut-network" | "stop-exports" | "kill-agent" | "fail-leg";
            /**
             * Format: uuid
             * @description Of fail-leg. Absent: the first leg on the target.
             */
            legId?: string;
            /**
             * @description Write and verify during the drill. It destroys what the volume holds. False for a volume in use: nothing is written or measured.
             * @default true
             */
            load?: boolean;
            /**
             * Format: uuid
             * @description Where the fault is made, or the target of the path. Absent: the target of the first leg.
             */
            nodeId?: string;
            /** @description A volume made for this drill, and removed after it. */
            scratch?: components["schemas"]["DrillScratchInput"];
            /**
             * @description Of close-path and cut-network. Absent: the first network of the volume.
             * @example orders-db
             */
            storageNetwork?: string;
        };
        DrillPage: {
            items: components["schemas"]["Drill"][];
            nextCursor: string | null;
            total: number;
        };
        DrillPlan: {
            /** @enum {string} */
            kind: "close-path" | "cut-network" | "stop-exports" | "kill-agent" | "fail-leg";
            /** @description The drill ends within this time at the latest, without the removal of a scratch volume. */
            longestSeconds: number;
            /** @description Where the fault is made. Null: decided when the scratch volume is placed. */
            node: components["schemas"]["Reference"] | null;
            refusals: components["schemas"]["DrillRefusal"][];
            /** @description Longest that I/O may stop, seconds (docs/faults.md), with the settings of now. */
            stallLimitSeconds: number;
            storageNetwork: string | null;
            /** @description Volumes that the fault touches. */
            touched: components["schemas"]["Reference"][];
            volume: components["schemas"]["Reference"] | null;
        };
        DrillRefusal: {
            /** @description Code of the message (docs/messages.md). */
            code: string;
            /** @description The message in English. */
            message: string;
            params: components["schemas"]["MessageParams"];
        };
        DrillReport: {
            /** @description I/O errors and wrong bytes that the load met. Null: no load. */
            errors: number | null;
            /** @description Reads and writes of the load. */
            ios: number | null;
            /** @description Longest completion of any I/O of the load. Null: no load, or no result of it. */
            longestStallSeconds: number | null;
            /** @description From the fault until the server showed it. Null: it showed nothing. */
            shownSeconds: number | null;
            /** @description Longest that I/O may stop, seconds (docs/faults.md), with the settings of now. */
            stallLimitSeconds: number;
            /** @description From the end of the fault until everything was whole. Null: not yet. */
            wholeSeconds: number | null;
            /** @description Null: not measured. */
            withinLimit: boolean | null;
        };
        DrillSchedule: {
            everyDays: number;
            /** @default 20 */
            faultSeconds: number;
            /** @description Hour of the day in UTC. A drill that cannot begin within it waits for the next day that is due. */
            hour: number;
            /** @description Their order is the order of the drills. */
            kinds: ("close-path" | "cut-network" | "stop-exports" | "kill-agent" | "fail-leg")[];
            scratch: components["schemas"]["DrillScratch"];
        };
        DrillScheduleInput: {
            everyDays: number;
            /** @default 20 */
            faultSeconds?: number;
            /** @description Hour of the day in UTC. A drill that cannot begin within it waits for the next day that is due. */
            hour: number;
            /** @description Their order is the order of the drills. */
            kinds: ("close-path" | "cut-network" | "stop-exports" | "kill-agent" | "fail-leg")[];
            scratch: components["schemas"]["DrillScratchInput"];
        };
        DrillScratch: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            driveClassId: string;
            /**
             * Format: uuid
             * @description The client.
             */
            nodeId: string;
            /**
             * @default raid1
             * @enum {string}
             */
            protection: "raid1" | "raid10";
            /** @default 1073741824 */
            sizeBytes: number;
            /**
             * @default rdma
             * @enum {string}
             */
            transport: "rdma" | "tcp";
        };
        DrillScratchInput: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            driveClassId: string;
            /**
             * Format: uuid
             * @description The client.
             */
            nodeId: string;
            /**
             * @default raid1
             * @enum {string}
             */
            protection?: "raid1" | "raid10";
            /** @default 1073741824 */
            sizeBytes?: number;
            /**
             * @default rdma
             * @enum {string}
             */
            transport?: "rdma" | "tcp";
        };
        Drive: {
            /** @description Bytes. */
            allocatedBytes: number;
            /** @description Bytes. */
            capacityBytes: number;
            conditions: components["schemas"]["Condition"][];
            contents: string[];
            /** Format: date-time */
            createdAt: string;
            firmware: string;
            /** @description Bytes. */
            freeBytes: number;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Bytes. */
            largestFreeBytes: number;
            logicalBlockBytes: number;
            model: string;
            node: components["schemas"]["Reference"];
            nsid: number;
            numaNode: number | null;
            pciAddress: string | null;
            /** @description Null: it has no PCIe link, or its agent does not report it. */
            pciLink: components["schemas"]["PciLink"] | null;
            /** @description Pool of its thin legs. Null: it has none. */
            pool: components["schemas"]["DrivePool"] | null;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /**
             * @description What it holds while it is in service.
             * @enum {string}
             */
            role: "data" | "cache";
            /** @description Whether the drive can erase itself, and its last sanitize. Null: it cannot be read, or its agent does not report it. */
            sanitize: components["schemas"]["DriveSanitize"] | null;
            /**
             * @description Whether new legs may be placed here. evicting: no new legs, and movable legs move away. evicted: no legs are left.
             * @enum {string}
             */
            scheduling: "open" | "cordoned" | "evicting" | "evicted";
            /** @description Time of the last change. Null: never changed, or not recorded. */
            schedulingSince: string | null;
            serial: string;
            /** @description Bytes. */
            sizeBytes: number;
            smart: {
                availableSparePercent: number | null;
                criticalWarning: number | null;
                mediaErrors: number | null;
                percentageUsed: number | null;
                powerOnHours: number | null;
                temperatureCelsius: number | null;
                unsafeShutdowns: number | null;
            } | null;
            /** @description When SMART first reported the critical warning. Null: no warning, or not recorded. */
            smartWarningSince: string | null;
            /** @enum {string} */
            state: "available" | "occupied" | "taking" | "in-service" | "releasing" | "wiping" | "missing";
            /** @description Last change of the state, by the reports received. Null: not recorded. */
            stateSince: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        DriveClass: {
            /** @description Allocated to legs. */
            allocatedBytes: number;
            /** @description Bytes. */
            capacityBytes: number;
            /** Format: date-time */
            createdAt: string;
            /** @default  */
            description: string;
            driveCount: number;
            forecast: components["schemas"]["CapacityForecast"];
            /** @description Bytes. */
            freeBytes: number;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Drives of the class that are in service: the bytes are theirs. */
            inServiceCount: number;
            /**
             * @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains.
             * @default {}
             */
            labels: {
                [key: string]: string;
            };
            members: {
                /** @constant */
                by: "list";
                driveIds: string[];
            } | {
                /** @constant */
                by: "selector";
                selector: components["schemas"]["DriveSelector"];
            };
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            nodeCount: number;
            /** @description Thin volumes: the most bytes that the legs of a pool may promise, as a multiple of what the pool can become. Absent: 2. */
            overProvisioningRatio: number;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        DriveClassPage: {
            items: components["schemas"]["DriveClass"][];
            nextCursor: string | null;
            total: number;
        };
        DriveClassPreview: {
            members: {
                /** @constant */
                by: "list";
                driveIds: string[];
            } | {
                /** @constant */
                by: "selector";
                selector: components["schemas"]["DriveSelector"];
            };
        };
        DriveClassSpec: {
            /** @default  */
            description?: string;
            /**
             * @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains.
             * @default {}
             */
            labels?: {
                [key: string]: string;
            };
            members: {
                /** @constant */
                by: "list";
                driveIds: string[];
            } | {
                /** @constant */
                by: "selector";
                selector: components["schemas"]["DriveSelector"];
            };
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @description Thin volumes: the most bytes that the legs of a pool may promise, as a multiple of what the pool can become. Absent: 2. */
            overProvisioningRatio?: number;
        };
        DriveClassUpdate: {
            description?: string;
            /** @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains. */
            labels?: {
                [key: string]: string;
            };
            members?: {
                /** @constant */
                by: "list";
                driveIds: string[];
            } | {
                /** @constant */
                by: "selector";
                selector: components["schemas"]["DriveSelector"];
            };
            /** @description Thin volumes: the most bytes that the legs of a pool may promise, as a multiple of what the pool can become. Absent: 2. */
            overProvisioningRatio?: number;
        };
        /** @description Key figures of every drive of the cluster, in one answer. */
        DriveMap: {
            /** @description Every drive, in the order of `nodes`, then by serial. */
            drives: components["schemas"]["MappedDrive"][];
            /**
             * Format: date-time
             * @description Start of the period that the I/O values cover.
             */
            from: string;
            /** @description Nodes with drives, by zone, rack and name. */
            nodes: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                name: string;
                rack: string | null;
                zone: string | null;
            }[];
            simulated: boolean;
            /** Format: date-time */
            to: string;
        };
        DrivePage: {
            items: components["schemas"]["Drive"][];
            nextCursor: string | null;
            total: number;
        };
        DrivePool: {
            blockBytes: number;
            /** @description Bytes that its legs promise: the ratio of the drive class bounds them. */
            countedBytes: number;
            /** @description Reserved on the drive for the blocks of thin legs. */
            dataBytes: number;
            /** @description Of dataBytes, from the last report. */
            dataUsedPercent: number;
            /** @description It has no legs left, and its node removes it. */
            isEnding: boolean;
            /** @description Thin legs in it. */
            legs: number;
            /** @description Reserved on the drive for dm-thin's metadata. */
            metadataBytes: number;
            metadataUsedPercent: number;
            /** @description Null: not reported yet, or not running. */
            mode: ("rw" | "ro" | "out-of-data-space" | "failed") | null;
            /** @description Its metadata is damaged: it stays read-only until a person has checked it (docs/data-services.md). */
            needsCheck: boolean;
        };
        DriveSanitize: {
            actions: ("block-erase" | "crypto-erase" | "overwrite")[];
            /**
             * @description What else is in the NVM subsystem of the drive, which a sanitize would erase or disturb too.
             * @enum {string}
             */
            besides: "nothing" | "namespaces" | "controllers" | "unknown";
            /** @description Null: no sanitize is running. */
            progressRatio: number | null;
            /**
             * @description The last sanitize of the drive, whoever ordered it (Sanitize Status log). unknown: the drive did not return the log.
             * @enum {string}
             */
            state: "never" | "done" | "running" | "failed" | "unknown";
        };
        DriveSelector: {
            /** @description Bytes. */
            maxSizeBytes?: number;
            /** @description Bytes. */
            minSizeBytes?: number;
            models?: string[];
            nodeIds?: string[];
            /** @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains. */
            nodeLabels?: {
                [key: string]: string;
            };
        };
        DriveTake: {
            /**
             * @description data: for legs. cache: for caches of legs on the same node; in no drive class. Changes only by a release.
             * @default data
             * @enum {string}
             */
            role?: "data" | "cache";
        };
        DriveWipe: {
            /**
             * @description sanitize: the drive erases itself; refused if Weft cannot sanitize it. zero: its node overwrites each block. Absent: sanitize where possible, else zero.
             * @enum {string}
             */
            method?: "zero" | "sanitize";
            /** @description Serial of the drive, as confirmation. */
            serial: string;
        };
        Enroll: {
            agentVersion: string;
            hostname: string;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /**
             * Format: uuid
             * @description Id of the node that renews its credential.
             */
            nodeId?: string;
            protocol: number;
            token: string;
        };
        Enrolled: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            clusterId: string;
            credential: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            hostId: string;
            hostNqn: string;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            nodeId: string;
            servers: string[];
        };
        EnrollmentToken: {
            /** Format: date-time */
            createdAt: string;
            description: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description The only node that may use the token, to renew its credential. Null: the token enrolls a new node. */
            forNode: components["schemas"]["Reference"] | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains. */
            labels: {
                [key: string]: string;
            };
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** Format: date-time */
            updatedAt: string;
            usedBy: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                name: string;
            } | null;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        EnrollmentTokenCreate: {
            /** @default  */
            description?: string;
            /** @default 86400 */
            expiresInSeconds?: number;
            /**
             * @description Labels of the node that enrolls with this token.
             * @default {}
             */
            labels?: {
                [key: string]: string;
            };
        };
        EnrollmentTokenIssued: {
            /** @description SHA-256 of the certificate of the cluster's own authority, for `weft-agent enroll --ca-fingerprint`. Null: the server has a certificate of another authority, or none. */
            caFingerprint: string | null;
            /** Format: date-time */
            createdAt: string;
            description: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description The only node that may use the token, to renew its credential. Null: the token enrolls a new node. */
            forNode: components["schemas"]["Reference"] | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains. */
            labels: {
                [key: string]: string;
            };
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            token: string;
            /** Format: date-time */
            updatedAt: string;
            usedBy: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                name: string;
            } | null;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        EnrollmentTokenPage: {
            items: components["schemas"]["EnrollmentToken"][];
            nextCursor: string | null;
            total: number;
        };
        /** @description Changes of one object, or of many objects that changed alike within a minute. Changes of the same part within 10 minutes are one event with a count. */
        Event: {
            /**
             * Format: date-time
             * @description Time of the first change, as the server saw it.
             */
            at: string;
            /** @description Message of the condition, or of the error of the job. Null: none. */
            cause: components["schemas"]["SentMessage"] | null;
            /** @description Code of the message (docs/messages.md). */
            code: string;
            /** @description Number of changes in this event. */
            count: number;
            /** Format: date-time */
            createdAt: string;
            /** @description Value before the first change. Null: none. */
            from: string | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /**
             * @description Noun of the subjects.
             * @enum {string}
             */
            kind: "volume" | "attachment" | "node" | "drive" | "drive-class" | "job" | "settings" | "alert" | "preflight-run";
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            lastAt: string;
            /** @description The message in English. */
            message: string;
            params: components["schemas"]["MessageParams"];
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /**
             * @description Of the most serious change.
             * @enum {string}
             */
            severity: "info" | "warning" | "critical";
            /** @description Number of changed objects. */
            subjectCount: number;
            /** @description The changed objects, at most 20. The id of the settings is `cluster`. */
            subjects: {
                id: string;
                name: string;
            }[];
            /** @description Value after the last change. Null: none. */
            to: string | null;
            /** @description The changed part: `existence`, `state`, `health`, `legs`, `connection`, or the type of a condition. */
            topic: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        EventPage: {
            items: components["schemas"]["Event"][];
            nextCursor: string | null;
            total: number;
        };
        Eviction: {
            job: components["schemas"]["Job"];
            moves: {
                /** @description Code of the message (docs/messages.md). */
                code: string;
                index: number;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                legId: string;
                /** @description The message in English. */
                message: string;
                params: components["schemas"]["MessageParams"];
                /** @enum {string} */
                protection: "concatenated" | "raid0" | "raid1" | "raid10";
                /** @description Bytes. */
                sizeBytes: number;
                /** @description A drive with space for the leg, after the moves before it. Null: no drive has space; the message gives the numbers. */
                to: {
                    drive: {
                        /**
                         * Format: uuid
                         * @description Identifier, a UUID.
                         */
                        id: string;
                        serial: string;
                    };
                    node: components["schemas"]["Reference"];
                } | null;
                volume: components["schemas"]["Reference"];
            }[];
            /** @description Legs that cannot move: no other leg has their data, or they belong to older epochs. */
            notMovable: {
                /** @description Code of the message (docs/messages.md). */
                code: string;
                index: number;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                legId: string;
                /** @description The message in English. */
                message: string;
                params: components["schemas"]["MessageParams"];
                /** @enum {string} */
                protection: "concatenated" | "raid0" | "raid1" | "raid10";
                /** @description Bytes. */
                sizeBytes: number;
                volume: components["schemas"]["Reference"];
            }[];
        };
        /** @description Legs that evicting a drive or draining a node moves, and legs that it cannot move. */
        EvictionPlan: {
            moves: {
                /** @description Code of the message (docs/messages.md). */
                code: string;
                index: number;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                legId: string;
                /** @description The message in English. */
                message: string;
                params: components["schemas"]["MessageParams"];
                /** @enum {string} */
                protection: "concatenated" | "raid0" | "raid1" | "raid10";
                /** @description Bytes. */
                sizeBytes: number;
                /** @description A drive with space for the leg, after the moves before it. Null: no drive has space; the message gives the numbers. */
                to: {
                    drive: {
                        /**
                         * Format: uuid
                         * @description Identifier, a UUID.
                         */
                        id: string;
                        serial: string;
                    };
                    node: components["schemas"]["Reference"];
                } | null;
                volume: components["schemas"]["Reference"];
            }[];
            /** @description Legs that cannot move: no other leg has their data, or they belong to older epochs. */
            notMovable: {
                /** @description Code of the message (docs/messages.md). */
                code: string;
                index: number;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                legId: string;
                /** @description The message in English. */
                message: string;
                params: components["schemas"]["MessageParams"];
                /** @enum {string} */
                protection: "concatenated" | "raid0" | "raid1" | "raid10";
                /** @description Bytes. */
                sizeBytes: number;
                volume: components["schemas"]["Reference"];
            }[];
        };
        ExportedVolumeKey: {
            /** @constant */
            cipher: "aes-xts-plain64";
            /** @description The key: 64 bytes, as 128 hexadecimal digits. */
            keyHex: string;
            /** @description Id of an encryption key: made from the key, which it does not reveal. */
            keyId: string;
        };
        FactorProof: {
            /** @description Code of the authenticator app, or a recovery code. */
            code: string;
            currentPassword: string;
        };
        /** @description A problem: its cause and its consequences. */
        Finding: {
            /** @description Number of volumes affected, by health, most severe first. */
            affected: {
                count: number;
                /** @enum {string} */
                health: "healthy" | "degraded" | "rebuilding" | "stalled" | "broken" | "unavailable" | "unknown" | "detached";
                /** @description The health is healthy or detached by the last reports, and the condition Healthy is not true: a node does not confirm it. */
                unconfirmed: boolean;
            }[];
            because: string;
            /** @description Data of these sentences. Absent for a sentence that is only a text. */
            data: {
                because?: components["schemas"]["SentenceData"];
                unblockedBy?: components["schemas"]["SentenceData"];
                waitingFor?: components["schemas"]["SentenceData"];
            };
            /** @enum {string} */
            severity: "bad" | "warn" | "info";
            since: string | null;
            subject: components["schemas"]["Noun"];
            /** @description What ends the situation. */
            unblockedBy: string | null;
            /** @description The first affected volumes, each with its own explanation. */
            volumes: {
                because: string;
                /** @description Data of these sentences. Absent for a sentence that is only a text. */
                data: {
                    because?: components["schemas"]["SentenceData"];
                    unblockedBy?: components["schemas"]["SentenceData"];
                    waitingFor?: components["schemas"]["SentenceData"];
                };
                /** @enum {string} */
                health: "healthy" | "degraded" | "rebuilding" | "stalled" | "broken" | "unavailable" | "unknown" | "detached";
                since: string | null;
                /** @description What ends the situation. */
                unblockedBy: string | null;
                /** @description The health is healthy or detached by the last reports, and the condition Healthy is not true: a node does not confirm it. */
                unconfirmed: boolean;
                volume: components["schemas"]["Reference"];
                /** @description The blocker, and its node. */
                waitingFor: string | null;
            }[];
            /** @description The blocker, and its node. */
            waitingFor: string | null;
            /** @description State of the subject, in one or two words. */
            what: string;
        };
        Found: {
            /** @description Distinguishes it from similar objects: the node of a drive, the kind and state of a job. */
            detail: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @enum {string} */
            kind: "volume" | "node" | "drive" | "drive-class" | "job";
            /** @description Name of the object: the serial of a drive, the name of a job's subject. */
            name: string;
        };
        History: {
            doubts: components["schemas"]["HistoryDoubt"][];
            /**
             * Format: uuid
             * @description History of this database. Every restore starts a new one.
             */
            historyId: string;
        };
        HistoryAcceptance: {
            /** @description Current ids from the preview (GET /history). */
            doubtIds: string[];
        };
        HistoryDoubt: {
            /** @description Code of the message (docs/messages.md). */
            code: string;
            /** @description Actions that the node takes, or may take, after this is accepted. */
            effects: components["schemas"]["SentMessage"][];
            /**
             * Format: uuid
             * @description Id of this doubt. A different report of the node gets a new id.
             */
            id: string;
            /** @enum {string} */
            kind: "history" | "ledger";
            /** @description The message in English. */
            message: string;
            node: components["schemas"]["Reference"];
            params: components["schemas"]["MessageParams"];
            /** @description Stable code: other-history, database-older, other-content, facts-lost. */
            reason: string;
            /** Format: date-time */
            since: string;
        };
        /** @description Limits of each slice (top-level cgroup) of one client, for one volume. They are not limits of the volume. */
        IoLimits: {
            /**
             * @description Bytes per second that each slice may read. Null: no limit.
             * @default null
             */
            readBytesPerSecond: number | null;
            /**
             * @description Read requests per second of each slice. Null: no limit.
             * @default null
             */
            readIops: number | null;
            /**
             * @description Bytes per second that each slice may write. Null: no limit.
             * @default null
             */
            writeBytesPerSecond: number | null;
            /**
             * @description Write requests per second of each slice. Null: no limit.
             * @default null
             */
            writeIops: number | null;
        };
        /** @description Limits of each slice (top-level cgroup) of one client, for one volume. They are not limits of the volume. */
        IoLimitsInput: {
            /**
             * @description Bytes per second that each slice may read. Null: no limit.
             * @default null
             */
            readBytesPerSecond?: number | null;
            /**
             * @description Read requests per second of each slice. Null: no limit.
             * @default null
             */
            readIops?: number | null;
            /**
             * @description Bytes per second that each slice may write. Null: no limit.
             * @default null
             */
            writeBytesPerSecond?: number | null;
            /**
             * @description Write requests per second of each slice. Null: no limit.
             * @default null
             */
            writeIops?: number | null;
        };
        Job: {
            /** Format: date-time */
            createdAt: string;
            error: components["schemas"]["JobReason"] | null;
            finishedAt: string | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @enum {string} */
            kind: "volume.create" | "volume.delete" | "volume.grow" | "volume.discard" | "volume.repair" | "volume.roll-back" | "snapshot.create" | "attachment.attach" | "attachment.detach" | "attachment.revoke" | "drive.take" | "drive.wipe" | "drive.release" | "drive.evict" | "node.drain" | "backup.take" | "backup.verify" | "orphan.clean" | "benchmark.run" | "drill.run";
            requestedBy: string;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** @enum {string} */
            state: "running" | "waiting" | "done" | "failed";
            steps: components["schemas"]["JobStep"][];
            subject: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                /** @enum {string} */
                kind: "volume" | "attachment" | "drive" | "node" | "backup" | "benchmark" | "drill";
                name: string;
            };
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
            waitingFor: components["schemas"]["JobWait"][];
        };
        JobPage: {
            items: components["schemas"]["Job"][];
            nextCursor: string | null;
            total: number;
        };
        /** @description Why a step waits, or why it or the job failed. `code` is stable; `message` is in English. */
        JobReason: {
            code: string;
            command?: string[];
            exitCode?: number | null;
            message: string;
            /** @description Code of the message (docs/messages.md) if it differs from `code`. */
            messageCode?: string;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            node?: string;
            /** @description Data of the message (docs/messages.md). Absent: an earlier version stored it, or it has no code yet. */
            params?: components["schemas"]["MessageParams"];
            processes?: {
                command: string;
                path: string;
                pid: number;
                /** @enum {string} */
                via: "open-file" | "mount" | "swap" | "holder";
            }[];
            stderr?: string;
        };
        JobStep: {
            /** @description Code of the name (docs/messages.md). Absent: an earlier version stored it. */
            code?: string;
            /** @description The name in English. */
            name: string;
            /** @description The node that runs it; null: the server. */
            node: string | null;
            /**
             * Format: uuid
             * @description Id of the node. Absent: the server runs it, or an earlier version stored it.
             */
            nodeId?: string;
            /** @description Data of the name (docs/messages.md). Absent: an earlier version stored it, or it has no code yet. */
            params?: components["schemas"]["MessageParams"];
            reason: components["schemas"]["JobReason"] | null;
            /** @description When the state last changed, by the newest report that the server has. Null: not recorded. */
            since: string | null;
            /** @enum {string} */
            state: "pending" | "running" | "waiting" | "done" | "failed";
        };
        /** @description Where the time of a job went. All times are by the clocks of the servers. An agent measures its own spans by its steady clock, from the arrival of the assignment; they are shown from the moment at which a server sent it. Clocks of nodes are never used. */
        JobTimeline: {
            /** @description Until the job ended; of an open job, until now. */
            durationMs: number;
            isEnded: boolean;
            /** @description In order of their first span. */
            lanes: components["schemas"]["JobTimelineLane"][];
            /** @description Nodes of the job without a record: the agent has not reported yet, is of an earlier version, or the record is older than 30 days. */
            notRecorded: components["schemas"]["Reference"][];
            /** Format: date-time */
            startedAt: string;
        };
        /** @description The work for one object on one node. */
        JobTimelineLane: {
            /**
             * @description agent-start: the agent restarted meanwhile; the work before that is not known.
             * @enum {string}
             */
            begin: "assignment" | "agent-start";
            /** @description Of the assignment that the agent carried out. */
            generation: number;
            /** @enum {string} */
            kind: "drive" | "leg" | "export" | "attachment";
            node: components["schemas"]["Reference"];
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            objectId: string;
            /** @description Spans of the agent beyond the first 64, which are not listed. */
            omitted: number;
            /** @description In order of their start. */
            spans: components["schemas"]["JobTimelineSpan"][];
            /** @description The agent's spans may have been up to this much later: the time that messages took. Null: unknown, because the agent connected to another server meanwhile. */
            uncertaintyMs: number | null;
        };
        JobTimelineSpan: {
            /** @enum {string} */
            by: "server" | "agent";
            durationMs: number;
            /** @description It ended with an error; the agent retries it. */
            failed: boolean;
            /** @description Name of the operation on the host; null: it is none. */
            operation: string | null;
            /** @description From the start of the job, milliseconds. */
            startMs: number;
            /** @enum {string} */
            what: "order" | "send" | "deliver" | "store" | "observe" | "record" | "operation" | "report" | "pause" | "other" | "take-report" | "decide";
        };
        /** @description What the job waits for, where, and what would unblock it. */
        JobWait: {
            /** @description Code of the message (docs/messages.md): step-waits, whose params have the reason and the ways out, or that of the condition RepairWaiting. */
            code?: string;
            message: string;
            node: string | null;
            /** @description Data of the message (docs/messages.md). Absent: an earlier version stored it, or it has no code yet. */
            params?: components["schemas"]["MessageParams"];
            unblockedBy: string;
        };
        /** @description dm-stats of the volumes during the step. It times the device; fio adds submission and reaping. */
        KernelLatency: {
            averageSeconds: number | null;
            ios: number;
            percentiles: {
                fraction: number;
                lowerSeconds: number;
                seconds: number;
                upperSeconds: number | null;
            }[];
        };
        LatencyBound: {
            /**
             * @default 4096
             * @enum {integer}
             */
            blockBytes: 512 | 1024 | 2048 | 4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304;
            /** @default 1 */
            jobs: number;
            /** @default 20 */
            limitMs: number;
            /** @default 70 */
            readPercent: number;
            /**
             * @description Share of the I/O of one window: 1e-7 is 0.00001 %.
             * @default 1e-7
             */
            share: number;
            /** @default 5 */
            windowSeconds: number;
        };
        LatencyBoundInput: {
            /**
             * @default 4096
             * @enum {integer}
             */
            blockBytes?: 512 | 1024 | 2048 | 4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304;
            /** @default 1 */
            jobs?: number;
            /** @default 20 */
            limitMs?: number;
            /** @default 70 */
            readPercent?: number;
            /**
             * @description Share of the I/O of one window: 1e-7 is 0.00001 %.
             * @default 1e-7
             */
            share?: number;
            /** @default 5 */
            windowSeconds?: number;
        };
        Leg: {
            /** @description Null: none is reserved. */
            cache: components["schemas"]["LegCache"] | null;
            conditions: components["schemas"]["Condition"][];
            /** @description Bytes. */
            dataBytes: number;
            drive: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                serial: string;
            };
            epoch: number;
            failureDomain: string;
            /** @description Health at the last assessment. Null: none yet. */
            health: ("healthy" | "pending" | "unknown" | "rebuilding" | "unhealthy" | "missing" | "stalled") | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            index: number;
            inSync: boolean;
            /** @description Null: not on dm-integrity, not reported, or a list of volumes. */
            integrity: components["schemas"]["LegIntegrity"] | null;
            node: components["schemas"]["Reference"];
            numaNode: number | null;
            /** @description Present when one volume is read. Null in lists, because of its size. */
            observations: components["schemas"]["LegObservations"] | null;
            /** @enum {string} */
            role: "member" | "joining" | "leaving";
            /** @description Bytes. */
            sizeBytes: number;
            /** @enum {string} */
            state: "creating" | "ready" | "deleting" | "unknown";
            /** @description Null: it has a logical volume of its own. */
            thin: components["schemas"]["ThinLeg"] | null;
        };
        LegCache: {
            blockBytes: number;
            /** @description Reserved for cached blocks. */
            dataBytes: number;
            drive: {
                id: string;
                serial: string;
            };
            /** @description It is being cleaned and removed. */
            isEnding: boolean;
            /** @description Reserved for dm-cache's metadata. */
            metadataBytes: number;
            /** @description From the last report of its target; how full it is, the statistics of the leg tell. Null: it is not there, not reported, or a list of volumes. */
            observed: {
                /** @description It lost its drive. */
                failed: boolean;
                /** @description The leg's I/O goes through it. */
                inUse: boolean;
                /** @description Null: it failed, or is not running. */
                mode: ("write-through" | "write-back" | "pass-through") | null;
            } | null;
        };
        LegIntegrity: {
            /** @description Reads whose checksum was wrong, since the leg's device was made: at its target's boot, or when its drive came back. */
            checksumErrors: number;
            /** @description Bytes from the start of the leg whose checksums are computed; reads behind them are not verified yet. Null: all are. */
            coveredBytes: number | null;
        };
        /** @description Every observation of a leg. The health is the worst of them. */
        LegObservations: {
            assigned: {
                /** @enum {string} */
                desired: "present" | "absent";
                inSync: boolean;
                /** @enum {string} */
                role: "member" | "joining" | "leaving";
            };
            attachments: {
                /** @description Current action or blocker of the client's agent for this leg. */
                agent: {
                    code: string;
                    command?: string[];
                    exitCode?: number | null;
                    message: string;
                    /**
                     * @description Name given by people; never changes.
                     * @example orders-db
                     */
                    node?: string;
                    params?: {
                        [key: string]: (string | number | boolean | {
                            /**
                             * Format: uuid
                             * @description Identifier, a UUID.
                             */
                            id: string;
                            /** @enum {string} */
                            kind: "volume" | "node" | "drive" | "attachment" | "leg";
                            name: string;
                        }) | (string | number | boolean | {
                            /**
                             * Format: uuid
                             * @description Identifier, a UUID.
                             */
                            id: string;
                            /** @enum {string} */
                            kind: "volume" | "node" | "drive" | "attachment" | "leg";
                            name: string;
                        })[];
                    };
                    processes?: {
                        command: string;
                        path: string;
                        pid: number;
                        /** @enum {string} */
                        via: "open-file" | "mount" | "swap" | "holder";
                    }[];
                    stderr?: string;
                } | null;
                /** @description Blocks I/O until a path returns, instead of failing it. */
                anchor: boolean;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                attachmentId: string;
                client: components["schemas"]["Reference"];
                /** @enum {string} */
                clientFreshness: "current" | "old" | "none";
                /** @description Reported by the target. Null: the target has no order to export the leg. */
                export: {
                    /** @enum {string} */
                    freshness: "current" | "old" | "none";
                    namespaceEnabled: boolean;
                    portals: {
                        address: string;
                        linked: boolean;
                    }[];
                } | null;
                /** @description Reported by md on the client. Null: the leg is not a member, or the volume has no mirror. */
                member: {
                    badBlocks: number;
                    errors: number;
                    events: number | null;
                    faulty: boolean;
                    flags: string[];
                    inSync: boolean;
                    /** @description md is resyncing onto the leg. */
                    rebuilding: {
                        bytesPerSecond: number | null;
                        progressRatio: number | null;
                    } | null;
                    slot: number | null;
                } | null;
                /** @description Reported by the client: each path and its controller. */
                paths: {
                    address: string;
                    controllerState: string | null;
                    /**
                     * @description Name given by people; never changes.
                     * @example orders-db
                     */
                    storageNetwork: string;
                    tls?: boolean;
                }[];
            }[];
            /** @description Code of the message (docs/messages.md) if it differs from the reason. */
            code?: string;
            /** @enum {string} */
            health: "healthy" | "pending" | "unknown" | "rebuilding" | "unhealthy" | "missing" | "stalled";
            message: string;
            /** @description Data of the message. */
            params?: components["schemas"]["MessageParams"];
            /** @description Stable code. */
            reason: string;
            /** @description When the leg became healthy or unhealthy. Null: not examined yet. */
            since: string | null;
            target: {
                /** @description The drive of the LV is present. */
                backed: boolean | null;
                /** @enum {string} */
                freshness: "current" | "old" | "none";
                /** @description The LV is in use. */
                open: boolean | null;
                present: boolean | null;
                reason: {
                    code: string;
                    command?: string[];
                    exitCode?: number | null;
                    message: string;
                    /**
                     * @description Name given by people; never changes.
                     * @example orders-db
                     */
                    node?: string;
                    params?: {
                        [key: string]: (string | number | boolean | {
                            /**
                             * Format: uuid
                             * @description Identifier, a UUID.
                             */
                            id: string;
                            /** @enum {string} */
                            kind: "volume" | "node" | "drive" | "attachment" | "leg";
                            name: string;
                        }) | (string | number | boolean | {
                            /**
                             * Format: uuid
                             * @description Identifier, a UUID.
                             */
                            id: string;
                            /** @enum {string} */
                            kind: "volume" | "node" | "drive" | "attachment" | "leg";
                            name: string;
                        })[];
                    };
                    processes?: {
                        command: string;
                        path: string;
                        pid: number;
                        /** @enum {string} */
                        via: "open-file" | "mount" | "swap" | "holder";
                    }[];
                    stderr?: string;
                } | null;
                wiped: boolean | null;
            };
        };
        ListedOrphan: {
            /** @description Reason for `mayHoldOnlyCopy`. */
            copy: components["schemas"]["SentMessage"];
            /** @description As the agent reports it. */
            detail: string | null;
            /** @description Drive that holds it. Null: it is on no drive, or on one that the database does not know. */
            driveSerial: string | null;
            /**
             * Format: uuid
             * @description Follows from the identity of the object: a later object of the same name has another id.
             */
            id: string;
            /** @description False: its agent reports no identity, so `id` follows from the name, and a later object of this name has the same id. */
            identified: boolean;
            /** @description Null: not ignored. */
            ignored: components["schemas"]["OrphanIgnore"] | null;
            /** @description Open, connected, or enabled for a host. Null: unknown. */
            inUse: boolean | null;
            /** @enum {string} */
            kind: "volume-group" | "logical-volume" | "subsystem" | "port" | "controller" | "array" | "mapping" | "foreign-drive" | "drive" | "leg" | "attachment";
            /**
             * @description yes: the database knows its volume, and it may have writes that no healthy leg has. no: it holds no bytes of a volume, or they are also elsewhere. unknown: nothing shows either.
             * @enum {string}
             */
            mayHoldOnlyCopy: "yes" | "unknown" | "no";
            /** @description Name on the host; serial of a drive; volume and index of a leg. */
            name: string;
            node: components["schemas"]["Reference"];
            /** @description What a person can do. Weft itself changes no orphan without an order. */
            remedy: components["schemas"]["SentMessage"];
            /**
             * @description host: no object of the database lists it. database: its node reports that it is not there.
             * @enum {string}
             */
            side: "host" | "database";
            /** @description First report without the counterpart. Null: not recorded. */
            since: string | null;
            /** @description Bytes. Null: unknown, or it has no size. */
            sizeBytes: number | null;
            volume: components["schemas"]["PossibleVolumes"];
            what: components["schemas"]["SentMessage"];
        };
        Login: {
            name: string;
            password: string;
        };
        LoginOptions: {
            /** @description OpenID Connect. Null: not configured. */
            oidc: {
                /** @description False: the provider did not answer within the last seconds. Local users can log in. */
                available: boolean;
                /** @description Name of the provider, for the button. */
                label: string;
            } | null;
        };
        /** @description During maintenance no new legs are placed on the node, and its legs are not replaced. */
        Maintenance: {
            /** @description Started by force, although `blockers` of the refusal named affected volumes. */
            forced: boolean;
            requestedBy: string;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until: string;
        };
        MaintenanceBlocker: {
            /** @description Code of the message (docs/messages.md). */
            code: string;
            /** @enum {string} */
            effect: "in-use" | "stalled" | "lost";
            /** @description Legs that would be unreachable. Empty for a volume that the node uses. */
            legIds: string[];
            /** @description The message in English. */
            message: string;
            params: components["schemas"]["MessageParams"];
            volume: components["schemas"]["Reference"];
        };
        /** @description Effects of a maintenance of a node. Its message is the reason for the refusal, or the effect. */
        MaintenancePlan: {
            /** @description Whether the same start request would succeed now. */
            allowed: boolean;
            blockers: components["schemas"]["MaintenanceBlocker"][];
            /** @description Code of the message (docs/messages.md). */
            code: string;
            /** @description Volumes that run without redundancy during the maintenance. */
            degraded: {
                /** @description Code of the message (docs/messages.md). */
                code: string;
                legIds: string[];
                /** @description The message in English. */
                message: string;
                params: components["schemas"]["MessageParams"];
                volume: components["schemas"]["Reference"];
            }[];
            /** @description The message in English. */
            message: string;
            params: components["schemas"]["MessageParams"];
        };
        MaintenanceStart: {
            /**
             * @description Start even if volumes stall or lose data. Administrators only; requires nodeName.
             * @default false
             */
            force?: boolean;
            /**
             * @description Name of the node, as confirmation. Required with force.
             * @example orders-db
             */
            nodeName?: string;
            /**
             * @description Duration in hours. The maintenance then ends automatically.
             * @default 4
             */
            untilHours?: number;
        };
        MappedDrive: {
            /** @description Free for new legs. Null: the drive is not in service. */
            freeBytes: number | null;
            /** @description freeBytes as a fraction of the capacity for legs. Null: the drive is not in service. */
            freeRatio: number | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description I/O operations per second of the legs on the drive. Null: no observation. */
            iops: number | null;
            /** @description Average over all I/O of the legs on the drive. Null: no I/O, or no observation. */
            latencySeconds: number | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            nodeId: string;
            serial: string;
            /** @description Bytes. */
            sizeBytes: number;
            /** @enum {string} */
            state: "available" | "occupied" | "taking" | "in-service" | "releasing" | "wiping" | "missing";
            /** @description Reads and writes of the legs on the drive. Null: no observation. */
            throughputBytesPerSecond: number | null;
            /** @description Used fraction of the rated endurance. May exceed 1. Null: no observation. */
            wearRatio: number | null;
        };
        /** @description A code of docs/messages.md with its data. */
        Message: {
            code: string;
            params: components["schemas"]["MessageParams"];
        };
        /** @description Data of a message, by the names in docs/messages.md. */
        MessageParams: {
            [key: string]: ((string | number | boolean) | components["schemas"]["MessageReference"] | components["schemas"]["Message"]) | ((string | number | boolean) | components["schemas"]["MessageReference"] | components["schemas"]["Message"])[];
        };
        /** @description An object that a message names. The name of a leg is its index, that of a drive its serial. */
        MessageReference: {
            id: string;
            /** @enum {string} */
            kind: "volume" | "node" | "drive" | "attachment" | "leg";
            name: string;
        };
        /** @description Differences of one object between two moments. */
        MomentChange: {
            /** @enum {string} */
            change: "added" | "removed" | "changed";
            /** @description Differences that are events too: states, health, conditions, connections. */
            changes: {
                /** @description Code of the message (docs/messages.md). */
                code: string;
                from: string | null;
                /** @description The message in English. */
                message: string;
                params: components["schemas"]["MessageParams"];
                to: string | null;
                topic: string;
            }[];
            /** @description Other fields of its specification and its inventory that differ, as JSON. Null: absent. At most 50. */
            fields: {
                field: string;
                from: string | null;
                to: string | null;
            }[];
            id: string;
            /** @enum {string} */
            kind: "volume" | "attachment" | "node" | "drive" | "drive-class" | "settings";
            name: string;
            /**
             * @description Of its most serious change.
             * @enum {string}
             */
            severity: "info" | "warning" | "critical";
        };
        MomentChangePage: {
            items: components["schemas"]["MomentChange"][];
            nextCursor: string | null;
            total: number;
        };
        Nic: {
            addresses: string[];
            /** @description Last change of the link. Null: no change since the first report. */
            linkSince: string | null;
            macAddress: string;
            mtuBytes: number;
            name: string;
            numaNode: number | null;
            pciAddress: string | null;
            /** @description Null: it has no PCIe link, or the agent does not report it. */
            pciLink: components["schemas"]["PciLink"] | null;
            rdmaDevice: string | null;
            speedBitsPerSecond: number | null;
            storageNetwork: string | null;
            up: boolean;
        };
        Node: {
            /** @description Version of the messages that the agent sends. Null: it has not connected to a server that stores it. */
            agentProtocol: number | null;
            agentVersion: string | null;
            assignment: {
                acceptedGeneration: number | null;
                generation: number;
            };
            bootId: string | null;
            capabilities: {
                arrayPerSet?: boolean;
                authentication?: {
                    client: boolean;
                    target: boolean;
                };
                cache?: boolean;
                copies?: number;
                encryption?: boolean;
                incarnations?: boolean;
                integrity?: boolean;
                ioLimits?: boolean;
                nvmeAuthentication: boolean;
                nvmet: boolean;
                rdma: boolean;
                scrub?: boolean;
                thin?: boolean;
                tls?: {
                    client: boolean;
                    /** @enum {string} */
                    daemon: "ready" | "without-keyring" | "stopped" | "not-installed";
                    target: boolean;
                };
            } | null;
            capacity: components["schemas"]["NodeCapacity"];
            conditions: components["schemas"]["Condition"][];
            /** @description Last change. lost: no report from the agent since then. */
            connection: {
                since: string | null;
                /** @enum {string} */
                state: "never" | "online" | "lost";
            };
            cpu: {
                cores: number;
                model: string;
                sockets: number;
                threads: number;
            } | null;
            /** Format: date-time */
            createdAt: string;
            distribution: string | null;
            hostname: string | null;
            hostNqn: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            kernel: string | null;
            /** @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains. */
            labels: {
                [key: string]: string;
            };
            /** @description Current maintenance. Null: none. */
            maintenance: components["schemas"]["Maintenance"] | null;
            memoryBytes: number | null;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            nics: components["schemas"]["Nic"][];
            /** @description Objects on this node that the database does not list: GET /orphans?side=host&nodeId=…. */
            orphans: components["schemas"]["NodeOrphans"];
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            roles: ("target" | "client")[];
            /**
             * @description Whether new legs may be placed here. evicting: no new legs, and movable legs move away. evicted: no legs are left.
             * @enum {string}
             */
            scheduling: "open" | "cordoned" | "evicting" | "evicted";
            /** @description Time of the last change. Null: never changed, or not recorded. */
            schedulingSince: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        NodeCapacity: {
            driveCount: number;
            /** @description Free for new legs, on drives in service. */
            freeBytes: number;
            /** @description Size of all its drives. */
            sizeBytes: number;
            /** @description The rest: the reserve, metadata of LVM, and drives that are not in service. */
            unusableBytes: number;
            /** @description Allocated to legs. */
            usedBytes: number;
        };
        NodeOrphans: {
            /** @description Without the ignored ones. */
            count: number;
            ignored: number;
            /** @description First report of the oldest one. Null: none, or not recorded. */
            since: string | null;
        };
        NodePage: {
            items: components["schemas"]["Node"][];
            nextCursor: string | null;
            total: number;
        };
        NodeUpdate: {
            /** @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains. */
            labels?: {
                [key: string]: string;
            };
        };
        Note: {
            /** @description Name of the user who created it. */
            author: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            subject: components["schemas"]["NoteSubject"];
            text: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        NoteCreate: {
            subject: components["schemas"]["NoteSubject"];
            /** @description Plain text. */
            text: string;
        };
        NotePage: {
            items: components["schemas"]["Note"][];
            nextCursor: string | null;
            total: number;
        };
        NoteSubject: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @enum {string} */
            kind: "volume" | "node" | "drive" | "drive-class";
        };
        NoteUpdate: {
            /** @description Plain text. */
            text: string;
        };
        /** @description What a channel gets about one change of one alert. */
        Notification: {
            alertId: string;
            channelId: string;
            channelName: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            dueAt: string;
            /** @description Why the last attempt failed. */
            error: string | null;
            /** @enum {string} */
            event: "firing" | "resolved" | "escalated" | "repeated";
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            sentAt: string | null;
            /** @enum {string} */
            severity: "warning" | "critical";
            /** @enum {string} */
            state: "waiting" | "sent" | "failed";
            summary: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        NotificationPage: {
            items: components["schemas"]["Notification"][];
            nextCursor: string | null;
            total: number;
        };
        /** @description An object with a problem. */
        Noun: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @enum {string} */
            kind: "volume" | "node" | "drive" | "backup" | "server";
            name: string;
        };
        ObsoleteLeg: {
            /** @description Bytes. */
            dataBytes: number;
            discarding: boolean;
            drive: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                serial: string;
            };
            epoch: number;
            failureDomain: string;
            fenceConfirmed: boolean;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            index: number;
            node: components["schemas"]["Reference"];
            numaNode: number | null;
            /** Format: date-time */
            since: string;
            /** @description Bytes. */
            sizeBytes: number;
            /**
             * @description loss-accepted: kept until an administrator discards it. fence-pending: a forced move excluded its target; removed after the target confirms the fence. replaced: removed as soon as its node is online. rolled-back: removed when the legs of the snapshot are copied.
             * @enum {string}
             */
            why: "loss-accepted" | "fence-pending" | "replaced" | "rolled-back";
        };
        OidcLoginStarted: {
            /** @description Where to send the browser. */
            url: string;
        };
        OidcLogoutPage: {
            /** @description Ends the session at the provider. Null: a local user, or the provider has no such page or does not answer. */
            url: string | null;
        };
        OidcReturn: {
            /** @description The query with which the provider sent the browser back, once, in the browser that began. */
            parameters: string;
        };
        OrphanClean: {
            /** @description Serial of the drive that holds it, as confirmation. Needed unless `mayHoldOnlyCopy` is `no`. */
            serial?: string;
        };
        /** @description A person looked at it and left it as it is. Counts and findings leave it out. */
        OrphanIgnore: {
            /** Format: date-time */
            at: string;
            /** @description Name of the user. */
            by: string;
            reason: string;
            /** @description Send it, quoted, in If-Match to end the ignore. */
            version: number;
        };
        OrphanIgnoreCreate: {
            /** @description Plain text. */
            reason: string;
        };
        OrphanPage: {
            items: components["schemas"]["ListedOrphan"][];
            nextCursor: string | null;
            total: number;
        };
        /** @description Summary of the whole cluster. */
        Overview: {
            /** Format: date-time */
            at: string;
            /** @description The last ten jobs that ended. */
            changes: components["schemas"]["Job"][];
            classes: components["schemas"]["ClassCapacity"][];
            counts: {
                attachments: {
                    attached: number;
                    /** @description Attached, and not every path is live in the last report of the client. */
                    fewerPaths: number;
                    /** @description Attachments with an open device. */
                    open: number;
                    total: number;
                };
                /** @description 1: backups are late, or the server that answers cannot read their folder. 0: neither. Null: a past moment. */
                backupProblems: number | null;
                driveClasses: number;
                drives: {
                    /** @description Of these, allocated to legs. */
                    allocatedBytes: number;
                    available: number;
                    /** @description Of drives in service, for legs. Each drive counts once, whatever its classes. */
                    capacityBytes: number;
                    inService: number;
                    occupied: number;
                    total: number;
                };
                jobs: {
                    running: number;
                    waiting: number;
                };
                nodes: {
                    lost: number;
                    never: number;
                    online: number;
                };
                /** @description Objects of a host or of the database without a counterpart. */
                orphans: {
                    /** @description By `mayHoldOnlyCopy`. */
                    byOnlyCopy: {
                        no: number;
                        unknown: number;
                        yes: number;
                    };
                    ignored: number;
                    /** @description Without the ignored ones. */
                    total: number;
                };
                volumes: {
                    byHealth: {
                        count: number;
                        /** @enum {string} */
                        health: "healthy" | "degraded" | "rebuilding" | "stalled" | "broken" | "unavailable" | "unknown" | "detached";
                        /** @description Of these, volumes whose health is unconfirmed. */
                        unconfirmed: number;
                    }[];
                    total: number;
                };
            };
            /** @description Average of the last stored 30 s. Null: no reports. */
            cpu: {
                clients: components["schemas"]["RoleCpu"] | null;
                targets: components["schemas"]["RoleCpu"] | null;
            };
            /** @description The newest volume and its client, for example commands to copy. */
            example: {
                client: components["schemas"]["Reference"] | null;
                volume: components["schemas"]["Reference"];
            } | null;
            findingCount: number;
            /** @description Most severe first, at most 50. */
            findings: components["schemas"]["Finding"][];
            /** @description Waiting and running jobs, newest first, at most ten of each. */
            jobs: components["schemas"]["Job"][];
        };
        OwnSecondFactors: {
            recoveryCodesLeft: number;
            /** @description The setting `secondFactor` asks every local user for one. */
            required: boolean;
            securityKeys: components["schemas"]["SecurityKey"][];
            /** @description The authenticator app. Null: none. */
            totp: {
                /** Format: date-time */
                since: string;
            } | null;
        };
        PasswordChange: {
            currentPassword: string;
            newPassword: string;
        };
        PasswordProof: {
            currentPassword: string;
        };
        PciLink: {
            /** @description As the link runs now. */
            current: {
                /** @description Of each lane, GT/s. */
                gigatransfersPerSecond: number | null;
                lanes: number | null;
            };
            /** @description The most that the device supports. */
            device: {
                /** @description Of each lane, GT/s. */
                gigatransfersPerSecond: number | null;
                lanes: number | null;
            };
            /** @description The most that the port above the device supports. */
            slot: {
                /** @description Of each lane, GT/s. */
                gigatransfersPerSecond: number | null;
                lanes: number | null;
            };
        };
        PlacedLeg: {
            /** @description Bytes. */
            dataBytes: number;
            drive: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                serial: string;
            };
            failureDomain: string;
            index: number;
            node: components["schemas"]["Reference"];
            numaNode: number | null;
            /** @description Bytes. */
            sizeBytes: number;
        };
        /** @description Commands that agents would run. None of them has run. Labels of legs, which agents write as LVM tags when nothing else is left to do, are not listed. */
        Plan: {
            /** @description Steps in order. A node appears again when it continues after other nodes. */
            nodes: {
                commands: components["schemas"]["PlannedCommand"][];
                node: components["schemas"]["Reference"];
                /** @description Part of the change that the step belongs to, such as one of many legs. Null: the change has no parts. */
                purpose: components["schemas"]["SentMessage"] | null;
            }[];
            /** @description Remarks: changes without commands, and decisions that the servers make later. */
            notes: components["schemas"]["SentMessage"][];
            /** @description Blockers that the server can foresee now. */
            waits: {
                /** @description Code of the message (docs/messages.md). */
                code: string;
                /** @description The message in English. */
                message: string;
                node: components["schemas"]["Reference"];
                params: components["schemas"]["MessageParams"];
            }[];
        };
        /** @description A change, in the form of its own request. */
        PlanChange: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            driveId: string;
            /** @constant */
            kind: "drive.take";
        } | {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            driveId: string;
            /** @constant */
            kind: "drive.wipe";
            /**
             * @description sanitize: the drive erases itself; refused if Weft cannot sanitize it. zero: its node overwrites each block. Absent: sanitize where possible, else zero.
             * @enum {string}
             */
            method?: "zero" | "sanitize";
        } | {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            driveId: string;
            /** @constant */
            kind: "drive.release";
        } | {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            driveId: string;
            /** @constant */
            kind: "drive.evict";
        } | {
            /** @constant */
            kind: "node.drain";
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            nodeId: string;
        } | {
            /** @constant */
            kind: "node.maintenance";
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            nodeId: string;
        } | {
            /** @constant */
            kind: "volume.create";
            volume: components["schemas"]["VolumeCreate"];
        } | {
            /** @constant */
            kind: "volume.grow";
            /** @description Size of the device in bytes: a multiple of 4096, 1 MiB to 1 PiB. */
            sizeBytes: number;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            volumeId: string;
        } | {
            /** @constant */
            kind: "volume.delete";
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            volumeId: string;
        } | {
            /** @constant */
            kind: "volume.accept-loss";
            /** @description Legs to give up. Writes that only these legs have are lost to the volume. */
            legIds: string[];
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            volumeId: string;
        } | {
            /** @constant */
            kind: "volume.discard";
            /** @description Obsolete legs to destroy. */
            legIds: string[];
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            volumeId: string;
        } | {
            attachment: components["schemas"]["AttachmentCreate"];
            /** @constant */
            kind: "attachment.create";
        } | {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            attachmentId: string;
            /** @constant */
            kind: "attachment.delete";
        } | {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            attachmentId: string;
            /** @constant */
            kind: "attachment.limit";
            /** @description Replaces all limits per slice of this client, while the volume is in use. A limit that is null or absent is removed; null removes all. */
            limits: components["schemas"]["IoLimitsInput"] | null;
        } | {
            /**
             * @description Detach even if only the excluded legs may have the latest writes: the last in-sync leg of a mirror set, or, if the client did not release the volume before the fence, every leg that was in sync. Writes that only these legs have are lost to the volume (S4). The legs are kept until somebody discards them.
             * @default false
             */
            acceptLoss?: boolean;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            attachmentId: string;
            /**
             * @description Statement that the client is off. The server does not wait for its report of the removal. Does not cover targets.
             * @default false
             */
            clientIsOff?: boolean;
            /** @constant */
            kind: "attachment.revoke";
            /**
             * @description Statement that these targets are off and export nothing before they have connected to a server. The server does not wait for their fences, and their legs leave the epoch. Does not cover the client.
             * @default []
             */
            targetsOff?: string[];
        };
        PlannedCaches: {
            legs: {
                /** @description Reserved for cached blocks. */
                dataBytes: number;
                drive: {
                    id: string;
                    serial: string;
                };
                index: number;
                /** @description Reserved for dm-cache's metadata. */
                metadataBytes: number;
                node: {
                    id: string;
                    name: string;
                };
            }[];
            /** @description Targets of the legs, with the capacity of their cache drives. */
            targets: {
                /** @description Free on the cache drives of the target before the create. */
                freeBytes: number;
                freeBytesAfter: number;
                id: string;
                name: string;
                /** @description Bytes that the caches of the volume reserve there. */
                takenBytes: number;
            }[];
            /** @description Other targets with drives of the class, which get no leg because no cache drive there has room. */
            withoutRoom: {
                count: number;
                /** @description Needed for the cache of the largest leg, on one drive. */
                neededBytes: number;
                /** @description The first of them, by name. */
                targets: {
                    /** @description Most that one cache drive there has free. */
                    freeBytes: number;
                    id: string;
                    name: string;
                }[];
            };
        };
        PlannedCommand: {
            /** @description A command or file write, as typed in a shell. A line that begins with `#` is a check; the step ends if the check fails. A word in angle brackets is a value that only the kernel of the node knows, such as a device name or port number. */
            command: string;
            /** @description When the command runs or is skipped. Null: it always runs. */
            condition: string | null;
        };
        /** @description Volumes that it may belong to, by name. */
        PossibleVolumes: {
            references: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                /** @description Null: the database has no such volume. */
                name: string | null;
            }[];
            /**
             * @description none: it belongs to no volume. unknown: nothing names its volume.
             * @enum {string}
             */
            which: "none" | "one" | "several" | "unknown";
        };
        PreflightAcceptance: {
            /** Format: date-time */
            at: string;
            /** @description Name of the user. */
            by: string;
            reason: string;
            /** @description Send it, quoted, in If-Match to end the acceptance. */
            version: number;
        };
        PreflightAcceptanceCreate: {
            /** @description Plain text. */
            reason: string;
        };
        PreflightFinding: {
            acceptance: components["schemas"]["PreflightAcceptance"] | null;
            /**
             * @description Code of the check (docs/preflight.md).
             * @enum {string}
             */
            check: "agent-answered" | "few-targets" | "few-failure-domains" | "class-headroom" | "numa-drives" | "numa-nics" | "numa-served" | "mtu-differs" | "mtu-small" | "mtu-blocked" | "path-lost" | "nic-speed" | "pcie-nic" | "pcie-drive" | "arp-ignore" | "arp-announce" | "arp-notify" | "rp-filter" | "ipv6-on" | "own-routes" | "shared-subnet" | "flow-control" | "ecn" | "discards" | "roce-v2" | "known-defects" | "tools-missing" | "kernels-differ" | "cpu-governor" | "c-states" | "iommu" | "clock-skew" | "udev-guard" | "tls-daemon" | "firmware-differs" | "smart";
            /** @description Commands to run on the node, one a line. Null: no command fixes it. */
            command: string | null;
            /** @description How to fix it. Null: nothing to fix, because nothing was checked. */
            fix: string | null;
            /**
             * Format: uuid
             * @description Follows from the check, its object and the found value: the same in every run as long as they stay.
             */
            id: string;
            /** @description Null: of the cluster, a network or a class. */
            node: components["schemas"]["Reference"] | null;
            /** @enum {string} */
            result: "failed" | "unknown";
            /** @description Whose advice it is: micron-2018 (the reference architecture), weft. */
            sets: ("micron-2018" | "weft")[];
            /** @enum {string} */
            severity: "error" | "warning" | "advice";
            /**
             * Format: date-time
             * @description Start of the first run that found it without a gap since.
             */
            since: string;
            /** @description Name of the node, network or class; empty: the cluster. */
            subject: string;
            title: string;
            /** @description What was found, or what is unknown. */
            what: components["schemas"]["SentMessage"];
            /** @description Why it matters. */
            why: string;
        };
        PreflightFindingPage: {
            items: components["schemas"]["PreflightFinding"][];
            nextCursor: string | null;
            total: number;
        };
        PreflightRun: {
            /** @description Checked objects by result (of nodes, networks, classes). Empty until the run is done. */
            checks: {
                /**
                 * @description Code of the check (docs/preflight.md).
                 * @enum {string}
                 */
                check: "agent-answered" | "few-targets" | "few-failure-domains" | "class-headroom" | "numa-drives" | "numa-nics" | "numa-served" | "mtu-differs" | "mtu-small" | "mtu-blocked" | "path-lost" | "nic-speed" | "pcie-nic" | "pcie-drive" | "arp-ignore" | "arp-announce" | "arp-notify" | "rp-filter" | "ipv6-on" | "own-routes" | "shared-subnet" | "flow-control" | "ecn" | "discards" | "roce-v2" | "known-defects" | "tools-missing" | "kernels-differ" | "cpu-governor" | "c-states" | "iommu" | "clock-skew" | "udev-guard" | "tls-daemon" | "firmware-differs" | "smart";
                failed: number;
                passed: number;
                /** @description Whose advice it is: micron-2018 (the reference architecture), weft. */
                sets: ("micron-2018" | "weft")[];
                /** @enum {string} */
                severity: "error" | "warning" | "advice";
                title: string;
                unknown: number;
            }[];
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Findings that the run before did not have. */
            newFindings: number;
            /** @description Nodes whose agents were asked, and have answered. */
            nodes: {
                answered: number;
                asked: number;
            };
            /** @description Findings beyond the most that a run stores. */
            omittedFindings: number;
            /** @description Pairs of addresses between which large packets were sent, and all pairs of the storage networks. A large network is sampled. */
            probes: {
                ofPairs: number;
                sent: number;
            };
            /** @description Name of the user. Null: the daily run. */
            requestedBy: string | null;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** @enum {string} */
            state: "collecting" | "done";
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        PreflightRunPage: {
            items: components["schemas"]["PreflightRun"][];
            nextCursor: string | null;
            total: number;
        };
        /** @description RFC 9457 problem document. */
        Problem: {
            /** @description With maintenance-unsafe: volumes that would stall or be lost. */
            blockers?: components["schemas"]["MaintenanceBlocker"][];
            /** @enum {string} */
            code: "malformed" | "invalid-field" | "invalid-cursor" | "unauthenticated" | "second-factor-required" | "forbidden" | "password-change-required" | "second-factor-setup-required" | "not-found" | "moment-not-recorded" | "method-not-allowed" | "name-taken" | "wrong-state" | "in-use" | "device-busy" | "maintenance-unsafe" | "idempotency-mismatch" | "version-mismatch" | "body-too-large" | "unsupported-media-type" | "insufficient-space" | "insufficient-failure-domains" | "insufficient-drives" | "no-shared-network" | "not-possible" | "too-many-points" | "precondition-required" | "rate-limited" | "internal" | "unavailable";
            /** @description What failed, why, and what to do. */
            detail: string;
            /** @description Path of the invalid field. */
            field?: string;
            /** @description Without a placement: the largest size that has one now, with all other fields unchanged. Absent: none. */
            fittingSizeBytes?: number;
            /** @description With too-many-points: the smallest allowed step. */
            fittingStepSeconds?: number;
            /** @description What `detail` is made of: a code of docs/messages.md, more specific than `code`, and its data. */
            reason: components["schemas"]["Message"];
            requestId: string;
            /** @description With second-factor-required: what the second step of the login needs. */
            secondFactor?: components["schemas"]["SecondFactorWanted"];
            shortages?: components["schemas"]["Shortage"][];
            status: number;
            title: string;
            type: string;
        };
        /** @description Gaps in the recording of a range of time, and its events. */
        RecordedMoments: {
            /** @description First recorded moment. Null: nothing is recorded yet. */
            first: string | null;
            /** @description Times of the range without a record. `from` null: before the first record; `to` null: until now. */
            gaps: {
                from: string | null;
                to: string | null;
            }[];
            /** @description Setting momentsKeptDays. */
            keptDays: number;
            /** @description Last recorded moment. */
            last: string | null;
            /** @description Events of the range, in order of time. Events that lie closely together are one mark. */
            marks: {
                /**
                 * Format: date-time
                 * @description Time of the last change of the mark.
                 */
                at: string;
                /** @description Number of events. */
                count: number;
                /** @description Of its most serious event. */
                message: string;
                /**
                 * @description Of its most serious event.
                 * @enum {string}
                 */
                severity: "info" | "warning" | "critical";
            }[];
        };
        RecoveryCodes: {
            /** @description Each logs in once in place of a second factor. Shown only here. Empty: those before stay. */
            recoveryCodes: string[];
        };
        Reference: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            name: string;
        };
        Revocation: {
            /** Format: date-time */
            at: string;
            by: string;
            clientIsOff: boolean;
            /** @description Targets that have not confirmed their fence, excluded targets too. */
            fencePending: components["schemas"]["Reference"][];
            targetsOff: components["schemas"]["Reference"][];
        };
        Role: {
            /** @description True: viewer, operator or administrator. They cannot be changed or deleted. */
            builtIn: boolean;
            /** Format: date-time */
            createdAt: string;
            description: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            name: string;
            permissions: ("alert:read" | "alert:change" | "api-token:manage" | "attachment:read" | "attachment:create" | "attachment:delete" | "attachment:force" | "audit:read" | "backup:read" | "backup:create" | "backup:verify" | "backup:download" | "benchmark:read" | "benchmark:create" | "benchmark:cancel" | "benchmark:delete" | "channel:read" | "channel:create" | "channel:change" | "channel:delete" | "deployment:read" | "deployment:apply" | "drill:read" | "drill:create" | "drill:cancel" | "drill:delete" | "drive:read" | "drive:change" | "drive:wipe" | "drive-class:read" | "drive-class:create" | "drive-class:change" | "drive-class:delete" | "enrollment-token:read" | "enrollment-token:create" | "enrollment-token:delete" | "event:read" | "history:read" | "history:accept" | "job:read" | "job:cancel" | "moment:read" | "node:read" | "node:change" | "node:force" | "node:credentials" | "node:delete" | "note:read" | "note:write" | "note:moderate" | "notification:read" | "notification:change" | "orphan:read" | "orphan:change" | "orphan:clean" | "overview:read" | "plan:read" | "preflight-finding:read" | "preflight-finding:change" | "preflight-run:read" | "preflight-run:create" | "role:read" | "role:create" | "role:change" | "role:delete" | "search:read" | "server:read" | "session:manage" | "settings:read" | "settings:change" | "silence:read" | "silence:create" | "silence:change" | "simulation:read" | "simulation:change" | "snapshot:read" | "snapshot:create" | "snapshot:delete" | "snapshot:roll-back" | "statistics:read" | "support-bundle:read" | "topology:read" | "user:read" | "user:create" | "user:change" | "user:delete" | "volume:read" | "volume:create" | "volume:change" | "volume:accept-loss" | "volume:key" | "volume:delete" | "volume-group:read" | "volume-group:create" | "volume-group:change" | "volume-group:delete")[];
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
            /**
             * @description all: every volume. groups: only the volumes that the volume groups of the user select.
             * @enum {string}
             */
            volumes: "all" | "groups";
        };
        RoleCpu: {
            /** @description Busiest first, at most five. */
            busiest: {
                busyRatio: number;
                node: components["schemas"]["Reference"];
            }[];
            /** @description Fraction of all their cores. */
            busyRatio: number;
            /** @description Export overhead (CPU spent on exporting legs). */
            exportRatio: number;
            /** @description Nodes in this role that reported. */
            nodes: number;
        };
        RoleCreate: {
            /** @default  */
            description?: string;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            permissions: ("alert:read" | "alert:change" | "api-token:manage" | "attachment:read" | "attachment:create" | "attachment:delete" | "attachment:force" | "audit:read" | "backup:read" | "backup:create" | "backup:verify" | "backup:download" | "benchmark:read" | "benchmark:create" | "benchmark:cancel" | "benchmark:delete" | "channel:read" | "channel:create" | "channel:change" | "channel:delete" | "deployment:read" | "deployment:apply" | "drill:read" | "drill:create" | "drill:cancel" | "drill:delete" | "drive:read" | "drive:change" | "drive:wipe" | "drive-class:read" | "drive-class:create" | "drive-class:change" | "drive-class:delete" | "enrollment-token:read" | "enrollment-token:create" | "enrollment-token:delete" | "event:read" | "history:read" | "history:accept" | "job:read" | "job:cancel" | "moment:read" | "node:read" | "node:change" | "node:force" | "node:credentials" | "node:delete" | "note:read" | "note:write" | "note:moderate" | "notification:read" | "notification:change" | "orphan:read" | "orphan:change" | "orphan:clean" | "overview:read" | "plan:read" | "preflight-finding:read" | "preflight-finding:change" | "preflight-run:read" | "preflight-run:create" | "role:read" | "role:create" | "role:change" | "role:delete" | "search:read" | "server:read" | "session:manage" | "settings:read" | "settings:change" | "silence:read" | "silence:create" | "silence:change" | "simulation:read" | "simulation:change" | "snapshot:read" | "snapshot:create" | "snapshot:delete" | "snapshot:roll-back" | "statistics:read" | "support-bundle:read" | "topology:read" | "user:read" | "user:create" | "user:change" | "user:delete" | "volume:read" | "volume:create" | "volume:change" | "volume:accept-loss" | "volume:key" | "volume:delete" | "volume-group:read" | "volume-group:create" | "volume-group:change" | "volume-group:delete")[];
            /**
             * @description all: every volume. groups: only the volumes that the volume groups of the user select.
             * @default all
             * @enum {string}
             */
            volumes?: "all" | "groups";
        };
        RolePage: {
            items: components["schemas"]["Role"][];
            nextCursor: string | null;
            total: number;
        };
        RoleUpdate: {
            description?: string;
            permissions?: ("alert:read" | "alert:change" | "api-token:manage" | "attachment:read" | "attachment:create" | "attachment:delete" | "attachment:force" | "audit:read" | "backup:read" | "backup:create" | "backup:verify" | "backup:download" | "benchmark:read" | "benchmark:create" | "benchmark:cancel" | "benchmark:delete" | "channel:read" | "channel:create" | "channel:change" | "channel:delete" | "deployment:read" | "deployment:apply" | "drill:read" | "drill:create" | "drill:cancel" | "drill:delete" | "drive:read" | "drive:change" | "drive:wipe" | "drive-class:read" | "drive-class:create" | "drive-class:change" | "drive-class:delete" | "enrollment-token:read" | "enrollment-token:create" | "enrollment-token:delete" | "event:read" | "history:read" | "history:accept" | "job:read" | "job:cancel" | "moment:read" | "node:read" | "node:change" | "node:force" | "node:credentials" | "node:delete" | "note:read" | "note:write" | "note:moderate" | "notification:read" | "notification:change" | "orphan:read" | "orphan:change" | "orphan:clean" | "overview:read" | "plan:read" | "preflight-finding:read" | "preflight-finding:change" | "preflight-run:read" | "preflight-run:create" | "role:read" | "role:create" | "role:change" | "role:delete" | "search:read" | "server:read" | "session:manage" | "settings:read" | "settings:change" | "silence:read" | "silence:create" | "silence:change" | "simulation:read" | "simulation:change" | "snapshot:read" | "snapshot:create" | "snapshot:delete" | "snapshot:roll-back" | "statistics:read" | "support-bundle:read" | "topology:read" | "user:read" | "user:create" | "user:change" | "user:delete" | "volume:read" | "volume:create" | "volume:change" | "volume:accept-loss" | "volume:key" | "volume:delete" | "volume-group:read" | "volume-group:create" | "volume-group:change" | "volume-group:delete")[];
            /**
             * @description all: every volume. groups: only the volumes that the volume groups of the user select.
             * @enum {string}
             */
            volumes?: "all" | "groups";
        };
        RollBack: {
            /**
             * @description Name of the volume, as confirmation.
             * @example orders-db
             */
            volumeName: string;
        };
        ScrubbedHalf: {
            /** @description Reads of this half whose checksum was wrong while the scrub ran, those of applications too: this half was wrong. */
            checksumErrors: number;
            /**
             * @description counting: targets look once a minute, and may still report more. complete: all are counted. restarted: the count of the target started again meanwhile, so these are at least as many. unknown: the target has not reported since, so these are at least as many.
             * @enum {string}
             */
            count: "counting" | "complete" | "restarted" | "unknown";
            drive: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                serial: string;
            };
            index: number;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            legId: string;
            node: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                name: string;
            };
        };
        /** @description Hours of every day, UTC. from: the first hour, 0 to 23. hours: length. */
        ScrubHours: {
            from: number;
            hours: number;
        };
        ScrubRepair: {
            /**
             * @description Confirms that the first half wins: md copies from the leg with the lowest index of each mirror set, right or wrong. Nobody knows which half is right.
             * @constant
             */
            copyFrom: "first-half";
            /**
             * @description Name of the volume, as confirmation.
             * @example orders-db
             */
            volumeName: string;
        };
        ScrubResult: {
            /**
             * @description check: compares the mirror halves. repair: also copies from the first half where they differ.
             * @enum {string}
             */
            action: "check" | "repair";
            /** @description Bytes. */
            checkedBytes: number;
            client: components["schemas"]["Reference"];
            /** Format: date-time */
            endedAt: string;
            /** @description Which half was wrong. Null: the volume has no checksums, or the scrub had not begun. */
            halves: components["schemas"]["ScrubbedHalf"][] | null;
            /** @description As md counts: each range in which the halves differ, in full. */
            mismatchBytes: number;
            /** Format: date-time */
            orderedAt: string;
            /** @description Null: the schedule. */
            orderedBy: string | null;
            /** @enum {string} */
            origin: "person" | "schedule";
            /**
             * @description completed: all of the volume. stopped: by a person. interrupted: the volume was detached, or its epoch ended.
             * @enum {string}
             */
            outcome: "completed" | "stopped" | "interrupted";
            /** @description Null: it had not begun. */
            startedAt: string | null;
            /** @description Bytes. */
            totalBytes: number;
        };
        /** @description At most 8 objects of each kind. Names that begin with the text come first. */
        SearchAnswer: {
            items: components["schemas"]["Found"][];
        };
        SecondFactorLogin: {
            /** @description Answer of a security key (AuthenticationResponseJSON). */
            assertion?: {
                [key: string]: unknown;
            };
            challenge: string;
            /** @description Code of the authenticator app, or a recovery code. */
            code?: string;
        };
        SecondFactorWanted: {
            /** @description For POST /api/v1/login/second-factor: once, within minutes, and for nothing else. */
            challenge: string;
            /** Format: date-time */
            expiresAt: string;
            kinds: ("totp" | "security-key" | "recovery-code")[];
            /** @description What `navigator.credentials.get` needs (PublicKeyCredentialRequestOptionsJSON). Absent: no security key. */
            publicKey?: {
                [key: string]: unknown;
            };
        };
        SecurityKey: {
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            lastUsedAt: string | null;
            name: string;
        };
        SecurityKeyConfirm: {
            /** @description What the browser returned (RegistrationResponseJSON). */
            credential: {
                [key: string]: unknown;
            };
            name: string;
        };
        SecurityKeyStarted: {
            /** @description What `navigator.credentials.create` needs (PublicKeyCredentialCreationOptionsJSON). */
            publicKey: {
                [key: string]: unknown;
            };
        };
        /** @description One sentence of a message of docs/messages.md, as data. */
        SentenceData: {
            code: string;
            params: components["schemas"]["MessageParams"];
            /** @enum {string} */
            part: "message" | "waitingFor" | "unblockedBy";
        };
        /** @description A message with its English sentence. */
        SentMessage: {
            /** @description Code of the message (docs/messages.md). */
            code: string;
            /** @description The message in English. */
            message: string;
            params: components["schemas"]["MessageParams"];
        };
        /** @description A server process that uses this database. */
        Server: {
            /** @description Host and port that it listens on. Null: it does not listen yet. */
            address: string | null;
            /** @description Connected agents. Null: the server is offline, or an older one, which does not publish it. */
            agents: number | null;
            /** @description It is the server that answers this request. */
            answering: boolean;
            hostname: string;
            /**
             * Format: uuid
             * @description Id of the process: new at every start.
             */
            id: string;
            /** @description It sent a heartbeat in the last 10 s. */
            online: boolean;
            /** @description Newest version of the messages of agents that it reads. Null: an older server, which does not publish it. */
            protocol: number | null;
            /**
             * Format: date-time
             * @description Its last heartbeat.
             */
            seenAt: string;
            /** Format: date-time */
            startedAt: string;
            version: string;
        };
        ServerList: {
            items: components["schemas"]["Server"][];
        };
        Session: {
            /** Format: date-time */
            expiresAt: string;
            /** @description True: the session may only set up a second factor, change the password, read itself and log out; other requests get 403 `second-factor-setup-required`. */
            mustSetUpSecondFactor: boolean;
            /** @description What the role of the user permits. */
            permissions: ("alert:read" | "alert:change" | "api-token:manage" | "attachment:read" | "attachment:create" | "attachment:delete" | "attachment:force" | "audit:read" | "backup:read" | "backup:create" | "backup:verify" | "backup:download" | "benchmark:read" | "benchmark:create" | "benchmark:cancel" | "benchmark:delete" | "channel:read" | "channel:create" | "channel:change" | "channel:delete" | "deployment:read" | "deployment:apply" | "drill:read" | "drill:create" | "drill:cancel" | "drill:delete" | "drive:read" | "drive:change" | "drive:wipe" | "drive-class:read" | "drive-class:create" | "drive-class:change" | "drive-class:delete" | "enrollment-token:read" | "enrollment-token:create" | "enrollment-token:delete" | "event:read" | "history:read" | "history:accept" | "job:read" | "job:cancel" | "moment:read" | "node:read" | "node:change" | "node:force" | "node:credentials" | "node:delete" | "note:read" | "note:write" | "note:moderate" | "notification:read" | "notification:change" | "orphan:read" | "orphan:change" | "orphan:clean" | "overview:read" | "plan:read" | "preflight-finding:read" | "preflight-finding:change" | "preflight-run:read" | "preflight-run:create" | "role:read" | "role:create" | "role:change" | "role:delete" | "search:read" | "server:read" | "session:manage" | "settings:read" | "settings:change" | "silence:read" | "silence:create" | "silence:change" | "simulation:read" | "simulation:change" | "snapshot:read" | "snapshot:create" | "snapshot:delete" | "snapshot:roll-back" | "statistics:read" | "support-bundle:read" | "topology:read" | "user:read" | "user:create" | "user:change" | "user:delete" | "volume:read" | "volume:create" | "volume:change" | "volume:accept-loss" | "volume:key" | "volume:delete" | "volume-group:read" | "volume-group:create" | "volume-group:change" | "volume-group:delete")[];
            user: components["schemas"]["User"];
            /**
             * @description groups: the user sees only the volumes of volume groups.
             * @enum {string}
             */
            volumes: "all" | "groups";
        };
        SessionsEnd: {
            /**
             * Format: uuid
             * @description Absent: your own sessions, this one too. Another user: for administrators.
             */
            userId?: string;
        };
        SessionsEnded: {
            /** @description Number of sessions that ended. */
            ended: number;
            user: components["schemas"]["Reference"];
        };
        Settings: {
            /** @description Server addresses for agents. Empty: agents use the address they enrolled with. */
            agentServers: string[];
            /** @description Thresholds of alert rules that differ from their defaults (docs/alerts.md). */
            alertThresholds: components["schemas"]["AlertThreshold"][];
            /** @description Retention of audit entries, in days. 0: for good. */
            auditKeptDays: number;
            /**
             * @description NVMe in-band authentication (docs/authentication.md). preferred: where the kernels and agents of client and target can.
             * @enum {string}
             */
            authentication: "off" | "preferred" | "required";
            /** @description Number of backups that are kept: of those of every 5 minutes, of each hour, of each day. 0: none are taken. */
            backupKeep: {
                daily: number;
                frequent: number;
                hourly: number;
            };
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            clusterId: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Drills that begin by themselves (docs/drills.md). Null: none. */
            drillSchedule: components["schemas"]["DrillSchedule"] | null;
            /** @description Retention of events, in days since their last change. */
            eventsKeptDays: number;
            /** @description Applies to mirror legs that are not anchors. */
            fastIoFailSeconds: number;
            /** @description Whether a target fences an export after I/O from an address that is not its client's. */
            fenceForeignConnections: boolean;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @enum {string} */
            ioPolicy: "numa" | "round-robin" | "queue-depth";
            keepAliveSeconds: number;
            /** @description Age at which authentication keys are rotated, in days. 0: only on request. */
            keyRotationDays: number;
            /** @description I/O queues per controller. */
            maxIoQueues: number;
            /** @description Retention of recorded moments (the cluster as it was), in days. */
            momentsKeptDays: number;
            nodeLostAfterSeconds: number;
            /** @description Use of a pool of thin legs, of its data or its metadata, from which on it is extended if its drive has space. */
            poolExtendPercent: number;
            /** @description Use of a pool, of its data or its metadata, from which on no new thin leg, snapshot or clone is placed in it. */
            poolStopPercent: number;
            reattachByDefault: boolean;
            reconnectDelaySeconds: number;
            /** @description Fraction of each drive that is never allocated. */
            reservedRatio: number;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** @description Highest speed of a scrub, in bytes of the volume per second. Each byte is read from both halves. */
            scrubBytesPerSecond: number;
            /** @description Scheduled scrubs run in these hours only. Null: at any time. */
            scrubHours: components["schemas"]["ScrubHours"] | null;
            /** @description Days between scheduled scrubs of each mirrored volume that is attached (docs/data-services.md). 0: none. */
            scrubIntervalDays: number;
            simulated: boolean;
            statisticsIntervalSeconds: number;
            /** @description Retention of statistics at 10 s, 1 min and 1 h resolution, in hours. */
            statisticsKeptHours: {
                hours: number;
                minutes: number;
                tenSeconds: number;
            };
            /**
             * @description TLS on the paths of NVMe/TCP (docs/storage-encryption.md). preferred: where client and target can. required: no new attachment without it, and none over RDMA.
             * @enum {string}
             */
            storageEncryption: "off" | "preferred" | "required";
            storageNetworks: components["schemas"]["StorageNetwork"][];
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        SettingsUpdate: {
            /** @description Server addresses for agents. Empty: agents use the address they enrolled with. */
            agentServers?: string[];
            /** @description Thresholds of alert rules that differ from their defaults (docs/alerts.md). */
            alertThresholds?: components["schemas"]["AlertThresholdInput"][];
            /** @description Retention of audit entries, in days. 0: for good. */
            auditKeptDays?: number;
            /**
             * @description NVMe in-band authentication (docs/authentication.md). preferred: where the kernels and agents of client and target can.
             * @enum {string}
             */
            authentication?: "off" | "preferred" | "required";
            /** @description Number of backups that are kept: of those of every 5 minutes, of each hour, of each day. 0: none are taken. */
            backupKeep?: {
                daily: number;
                frequent: number;
                hourly: number;
            };
            /** @description Drills that begin by themselves (docs/drills.md). Null: none. */
            drillSchedule?: components["schemas"]["DrillScheduleInput"] | null;
            /** @description Retention of events, in days since their last change. */
            eventsKeptDays?: number;
            /** @description Applies to mirror legs that are not anchors. */
            fastIoFailSeconds?: number;
            /** @description Whether a target fences an export after I/O from an address that is not its client's. */
            fenceForeignConnections?: boolean;
            /** @enum {string} */
            ioPolicy?: "numa" | "round-robin" | "queue-depth";
            keepAliveSeconds?: number;
            /** @description Age at which authentication keys are rotated, in days. 0: only on request. */
            keyRotationDays?: number;
            /** @description I/O queues per controller. */
            maxIoQueues?: number;
            /** @description Retention of recorded moments (the cluster as it was), in days. */
            momentsKeptDays?: number;
            nodeLostAfterSeconds?: number;
            /** @description Use of a pool of thin legs, of its data or its metadata, from which on it is extended if its drive has space. */
            poolExtendPercent?: number;
            /** @description Use of a pool, of its data or its metadata, from which on no new thin leg, snapshot or clone is placed in it. */
            poolStopPercent?: number;
            reattachByDefault?: boolean;
            reconnectDelaySeconds?: number;
            /** @description Fraction of each drive that is never allocated. */
            reservedRatio?: number;
            /** @description Highest speed of a scrub, in bytes of the volume per second. Each byte is read from both halves. */
            scrubBytesPerSecond?: number;
            /** @description Scheduled scrubs run in these hours only. Null: at any time. */
            scrubHours?: components["schemas"]["ScrubHours"] | null;
            /** @description Days between scheduled scrubs of each mirrored volume that is attached (docs/data-services.md). 0: none. */
            scrubIntervalDays?: number;
            statisticsIntervalSeconds?: number;
            /** @description Retention of statistics at 10 s, 1 min and 1 h resolution, in hours. */
            statisticsKeptHours?: {
                hours: number;
                minutes: number;
                tenSeconds: number;
            };
            /**
             * @description TLS on the paths of NVMe/TCP (docs/storage-encryption.md). preferred: where client and target can. required: no new attachment without it, and none over RDMA.
             * @enum {string}
             */
            storageEncryption?: "off" | "preferred" | "required";
            storageNetworks?: components["schemas"]["StorageNetwork"][];
        };
        Shortage: {
            available: number;
            needed: number;
            /** @enum {string} */
            unit: "bytes" | "count";
            /** @enum {string} */
            what: "space" | "drives" | "failure-domains" | "storage-networks";
            /** @description Name of the class, failure domain or node. */
            where: string;
        };
        /** @description Alerts that match it are shown, but sent to no channel. */
        Silence: {
            comment: string;
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** Format: date-time */
            endsAt: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            matchers: components["schemas"]["AlertMatcher"][];
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** Format: date-time */
            startsAt: string;
            /** @enum {string} */
            state: "planned" | "active" | "ended";
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        SilenceCreate: {
            /** @description Why. */
            comment: string;
            /** Format: date-time */
            endsAt: string;
            matchers: components["schemas"]["AlertMatcherInput"][];
            /**
             * Format: date-time
             * @description Absent: now.
             */
            startsAt?: string;
        };
        SilencePage: {
            items: components["schemas"]["Silence"][];
            nextCursor: string | null;
            total: number;
        };
        SimulatedNode: {
            applications: {
                runs: boolean;
                volume: string;
            }[];
            drives: {
                failsWrites: boolean;
                model: string;
                /** @description False: pulled out. */
                present: boolean;
                serial: string;
                /** @description How many times slower than usual it answers. */
                slowFactor: number;
            }[];
            name: string;
            nics: {
                name: string;
                storageNetwork: string;
                up: boolean;
            }[];
            /** @description False: without power. */
            up: boolean;
        };
        Simulation: {
            /** @description I/O that every application wants, as a factor of its usual one. */
            demandFactor: number;
            networks: {
                name: string;
                up: boolean;
            }[];
            nodes: components["schemas"]["SimulatedNode"][];
        };
        SimulationFault: {
            /** @constant */
            fault: "kill-node";
            /** @description Name of the simulated node. */
            node: string;
        } | {
            /** @constant */
            fault: "boot-node";
            /** @description Name of the simulated node. */
            node: string;
        } | {
            /** @constant */
            fault: "nic";
            nic: string;
            /** @description Name of the simulated node. */
            node: string;
            up: boolean;
        } | {
            /** @constant */
            fault: "network";
            network: string;
            up: boolean;
        } | {
            bytes: number | null;
            /** @constant */
            fault: "packet-limit";
            network: string;
        } | {
            downMs: number;
            /** @constant */
            fault: "flap";
            nic: string;
            /** @description Name of the simulated node. */
            node: string;
            times: number;
            upMs: number;
        } | {
            /** @constant */
            fault: "drive";
            /** @description Name of the simulated node. */
            node: string;
            present: boolean;
            serial: string;
        } | {
            fails: boolean;
            /** @constant */
            fault: "write-errors";
            /** @description Name of the simulated node. */
            node: string;
            serial: string;
        } | {
            /** @constant */
            fault: "damage";
            /** @description Name of the simulated node. */
            node: string;
            serial: string;
        } | {
            factor: number;
            /** @constant */
            fault: "slow-drive";
            /** @description Name of the simulated node. */
            node: string;
            serial: string;
        } | {
            /** @constant */
            fault: "rename-devices";
            /** @description Name of the simulated node. */
            node: string;
        } | {
            /** @constant */
            fault: "open";
            /** @description Name of the simulated node. */
            node: string;
            open: boolean;
            volume: string;
        } | {
            /** @constant */
            fault: "load";
            /** @description Name of the simulated node. */
            node: string;
            runs: boolean;
            volume: string;
        } | {
            factor: number;
            /** @constant */
            fault: "demand";
        };
        Snapshot: {
            conditions: components["schemas"]["Condition"][];
            /** @description Bytes that its legs count with against the over-provisioning ratio of their pools. */
            countedBytes: number;
            /** Format: date-time */
            createdAt: string;
            description: string;
            /**
             * Format: uuid
             * @description The same for snapshots of several volumes that were taken at one moment.
             */
            groupId: string;
            /** @description How long its client held the volume's I/O, in milliseconds. Null: the volume was not attached for writing, or it is not taken yet. */
            heldMs: number | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            isAttached: boolean;
            /** @description Bytes of pools that its legs use, with those that they share with the volume and other copies. Null: not reported. */
            mappedBytes: number | null;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @enum {string} */
            origin: "person" | "schedule";
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** @description Bytes. */
            sizeBytes: number;
            /** @enum {string} */
            state: "pending" | "ready" | "deleting";
            /** @description Null: not taken yet. */
            takenAt: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
            /** @description The volume that it was taken of. It may be deleted since: the snapshot stays. */
            volume: components["schemas"]["Reference"];
        };
        SnapshotClone: {
            /** @default  */
            description?: string;
            /** @description Absent: those of the snapshot. */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
        };
        SnapshotCreate: {
            /** @default  */
            description?: string;
            /**
             * @description Name of the snapshot; with several volumes, its end after the name of each volume. Null: from the volume and the time.
             * @default null
             */
            name?: string | null;
            /** @description Thin volumes. Several are taken at one moment: all that are attached for writing are attached to the same client. */
            volumeIds: string[];
        };
        SnapshotPage: {
            items: components["schemas"]["Snapshot"][];
            nextCursor: string | null;
            total: number;
        };
        SnapshotSchedule: {
            everyHours: number;
            /** @description Number of scheduled snapshots that are kept: the oldest one beyond them is deleted. */
            keep: number;
        };
        Spread: {
            count: number;
            least: number;
            mean: number;
            most: number;
            /** @description Of the sample. Null: fewer than two repeats. */
            standardDeviation: number | null;
        };
        Statistics: {
            /** @description Heat maps only: upper bounds of all buckets except the last, which is open. */
            bucketBoundsSeconds?: number[];
            /**
             * Format: date-time
             * @description Start of the first step.
             */
            from: string;
            /** @description Only if the period begins before what the servers keep themselves, and they have a long memory. */
            longMemory?: {
                /** @description Why these values are missing. Null: the long memory answered. */
                problem: components["schemas"]["SentMessage"] | null;
                /**
                 * Format: date-time
                 * @description Values of steps before this time are read from the long memory.
                 */
                until: string;
            };
            series: components["schemas"]["StatisticsSeries"][];
            simulated: boolean;
            stepSeconds: number;
            /** @description Resolution of the stored points, in seconds. */
            tierSeconds: number;
            /**
             * Format: date-time
             * @description End of the last step.
             */
            to: string;
        };
        StatisticsSeries: {
            /** @description Replaces values for metrics that are lists: counts of the buckets of bucketBoundsSeconds, or one value per core. */
            lists?: (number[] | null)[];
            /** @description Percentiles: lower bound of the bucket. The exact value is not lower. */
            lower?: (number | null)[];
            /** @enum {string} */
            metric: "iops" | "read-iops" | "write-iops" | "throughput" | "read-throughput" | "write-throughput" | "latency-average" | "read-latency-average" | "write-latency-average" | "latency-p50" | "latency-p90" | "latency-p95" | "latency-p99" | "latency-p999" | "read-latency-p50" | "read-latency-p90" | "read-latency-p95" | "read-latency-p99" | "read-latency-p999" | "write-latency-p50" | "write-latency-p90" | "write-latency-p95" | "write-latency-p99" | "write-latency-p999" | "latency-heat-map" | "cpu-busy" | "cpu-user" | "cpu-system" | "cpu-irq" | "cpu-softirq" | "cpu-steal" | "target-tax" | "agent-cpu" | "core-busy" | "agent-memory" | "memory-available" | "memory-total" | "interrupts" | "nic-receive" | "nic-transmit" | "nic-errors" | "rdma-retransmits" | "tcp-retransmits" | "cache-read-hit-ratio" | "cache-write-hit-ratio" | "cache-read-hits" | "cache-read-misses" | "cache-write-hits" | "cache-write-misses" | "cache-promotions" | "cache-demotions" | "cache-used" | "cache-dirty" | "wear" | "available-spare" | "temperature" | "media-errors";
            /** @description Objects of the series, as in the request. */
            objects: string[];
            unit: string;
            /** @description Percentiles: upper bound of the bucket. Null: the bucket is open. */
            upper?: (number | null)[];
            /** @description One value per step, earliest first. Null: no observation, a latency without I/O, or one by direction from agents that are too old to report it. */
            values?: (number | null)[];
        };
        StorageNetwork: {
            cidrs: (string)[];
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
        };
        ThinLeg: {
            /** @description Bytes that it counts with against the over-provisioning ratio of its pool. */
            countedBytes: number;
            /** @description Bytes of the pool that it uses, also those that it shares with copies. Null: not reported, or a list of volumes. */
            mappedBytes: number | null;
            /** @description Leg that it began as a copy of. Null: it began empty. */
            originLegId: string | null;
        };
        /** @description Connections between nodes, drives, volumes and attachments, with their states. */
        Topology: {
            /** Format: date-time */
            at: string;
            attachments: components["schemas"]["TopologyAttachment"][];
            /** @description By name; the first 200. */
            driveClasses: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                /**
                 * @description Name given by people; never changes.
                 * @example orders-db
                 */
                name: string;
            }[];
            drives: components["schemas"]["TopologyDrive"][];
            nodes: components["schemas"]["TopologyNode"][];
            storageNetworks: string[];
            volumes: components["schemas"]["TopologyVolume"][];
        };
        TopologyAttachment: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            livePaths: number;
            /** @enum {string} */
            mode: "exclusive" | "shared" | "readonly";
            /**
             * Format: uuid
             * @description The client.
             */
            nodeId: string;
            /** @description Paths in the last report of the client. */
            paths: number;
            /** @description Revision of the object. The copy with the higher revision is newer. */
            revision: number;
            /** @enum {string} */
            state: "attaching" | "attached" | "detaching" | "unexporting" | "revoking" | "revoked";
            /** @enum {string} */
            transport: "rdma" | "tcp";
            /** @description A condition of the attachment is not true. */
            troubled: boolean;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            volumeId: string;
        };
        TopologyDrive: {
            /** @description Bytes. */
            allocatedBytes: number;
            /** @description Capacity for legs. 0 until the drive is in service. */
            capacityBytes: number;
            /** @description Classes of the drive, as indexes of driveClasses. */
            classes: number[];
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            nodeId: string;
            /** @description Revision of the object. The copy with the higher revision is newer. */
            revision: number;
            /** @enum {string} */
            scheduling: "open" | "cordoned" | "evicting" | "evicted";
            serial: string;
            /** @enum {string} */
            state: "available" | "occupied" | "taking" | "in-service" | "releasing" | "wiping" | "missing";
            /** @description A condition of the drive is false, or SMART has a critical warning. */
            troubled: boolean;
            /** @description Used fraction of the endurance, by SMART. May exceed 1. Null: not reported. */
            wearRatio: number | null;
        };
        TopologyNode: {
            /** @enum {string} */
            connection: "never" | "online" | "lost";
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            inMaintenance: boolean;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @description NICs on storage networks. */
            nics: {
                address: string;
                name: string;
                /**
                 * @description Name given by people; never changes.
                 * @example orders-db
                 */
                storageNetwork: string;
                up: boolean;
            }[];
            rack: string | null;
            /** @description Revision of the object. The copy with the higher revision is newer. */
            revision: number;
            /** @enum {string} */
            scheduling: "open" | "cordoned" | "evicting" | "evicted";
            /** @description A condition of the node is false, or the node has orphans. */
            troubled: boolean;
            zone: string | null;
        };
        TopologyVolume: {
            /** @description Copies of each byte. 1: no mirror. */
            copies: number;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            driveClassId: string;
            /** @enum {string} */
            health: "healthy" | "degraded" | "rebuilding" | "stalled" | "broken" | "unavailable" | "unknown" | "detached";
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            legs: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                driveId: string;
                /** @description Health at the last stored assessment. Null: none yet. */
                health: ("healthy" | "pending" | "unknown" | "rebuilding" | "unhealthy" | "missing" | "stalled") | null;
                index: number;
                /** @description The leg stays with the volume and has all of its data, so that a mirror can continue with it alone. */
                inSync: boolean;
            }[];
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @enum {string} */
            protection: "concatenated" | "raid0" | "raid1" | "raid10";
            /** @description Revision of the object. The copy with the higher revision is newer. */
            revision: number;
            /** @description Bytes. */
            sizeBytes: number;
            /** @enum {string} */
            state: "creating" | "available" | "deleting";
        };
        TotpConfirm: {
            /** @description Code of the authenticator app, or a recovery code. */
            code: string;
        };
        TotpStarted: {
            /**
             * Format: date-time
             * @description Confirm it with a code by then.
             */
            expiresAt: string;
            /** @description Base32 (RFC 4648), for typing. */
            secret: string;
            /** @description The same as an otpauth:// URI, for a QR code. */
            uri: string;
        };
        User: {
            /** Format: date-time */
            createdAt: string;
            /** @description The user cannot log in. The name stays in use, and past actions keep it. */
            disabled: boolean;
            /** @description Null: not disabled, or not recorded. */
            disabledSince: string | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /**
             * @description oidc: comes by the OpenID Connect provider, which has the password, and whose groups give the role at each login.
             * @enum {string}
             */
            identity: "local" | "oidc";
            /** @description True: its sessions may only change its password, read the session and log out; other requests get 403 `password-change-required`. */
            mustChangePassword: boolean;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /**
             * @description viewer, operator, administrator, or the name of a custom role.
             * @example orders-db
             */
            role: string;
            /** @description Kinds of second factors that the user has set up. */
            secondFactors: ("totp" | "security-key")[];
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        UserCreate: {
            /**
             * @description The user must change this password first. For people, not for programs.
             * @default false
             */
            mustChangePassword?: boolean;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            password: string;
            /**
             * @description viewer, operator, administrator, or the name of a custom role.
             * @example orders-db
             */
            role: string;
        };
        UserPage: {
            items: components["schemas"]["User"][];
            nextCursor: string | null;
            total: number;
        };
        UserSession: {
            /** @description Address of the login, through `trustProxy`. Null: an earlier version did not record it. */
            address: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description True: the session of this request. */
            current: boolean;
            /** Format: date-time */
            expiresAt: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Accurate to a minute. Null: not used since the login, or not recorded. */
            lastUsedAt: string | null;
            user: components["schemas"]["Reference"];
            /** @description User-Agent header of the login, at most 256 characters. Null: none, or not recorded. */
            userAgent: string | null;
        };
        UserSessionPage: {
            items: components["schemas"]["UserSession"][];
            nextCursor: string | null;
            total: number;
        };
        UserUpdate: {
            /** @description True ends all sessions of the user. */
            disabled?: boolean;
            /** @description The user must change the new `password` first. Absent: the user may keep it. */
            mustChangePassword?: boolean;
            password?: string;
            /**
             * @description viewer, operator, administrator, or the name of a custom role.
             * @example orders-db
             */
            role?: string;
        };
        Volume: {
            arrayUuid: string | null;
            attachmentIds: string[];
            /**
             * @description Chunk of the md write-intent bitmap, a power of two. Null: mdadm chooses.
             * @default null
             */
            bitmapChunkBytes: (4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216 | 33554432 | 67108864 | 134217728 | 268435456 | 536870912 | 1073741824) | null;
            /**
             * @description Cache of each leg on a drive of the leg's target that is in service as a cache. Null: none.
             * @default null
             */
            cache: components["schemas"]["VolumeCache"] | null;
            /** @description Null: its legs do not lie on dm-integrity. */
            checksums: components["schemas"]["VolumeChecksums"] | null;
            /** @description Nodes that it is attached to, in the order of `attachmentIds`. */
            clients: components["schemas"]["Reference"][];
            conditions: components["schemas"]["Condition"][];
            /** @description Copies of each byte. 1: no mirror. */
            copies: number;
            /** Format: date-time */
            createdAt: string;
            /** @default  */
            description: string;
            driveClass: components["schemas"]["Reference"];
            /**
             * @description aes-xts-256: the client encrypts (dm-crypt). Never changes.
             * @default none
             * @enum {string}
             */
            encryption: "none" | "aes-xts-256";
            /** @description Null: not encrypted. */
            encryptionKeyId: string | null;
            epoch: number;
            /**
             * @description The mirror halves never share a failure domain.
             * @default node
             * @enum {string}
             */
            failureDomain: "node" | "rack" | "zone";
            generation: number;
            /** @description Current growth. Null: none. */
            growth: {
                /** @description Bytes. */
                toSizeBytes: number;
            } | null;
            /** @enum {string} */
            health: "healthy" | "degraded" | "rebuilding" | "stalled" | "broken" | "unavailable" | "unknown" | "detached";
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /**
             * @description Mirrors: dm-integrity keeps a checksum of each 4 KiB of a leg, so that wrong bytes are found and repaired from the other half. It costs small writes, and the volume keeps its size and has blocks of 4 KiB (docs/data-services.md). Never changes.
             * @default none
             * @enum {string}
             */
            integrity: "none" | "dm-integrity";
            /**
             * @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains.
             * @default {}
             */
            labels: {
                [key: string]: string;
            };
            legs: components["schemas"]["Leg"][];
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            observedGeneration: number;
            obsoleteLegs: components["schemas"]["ObsoleteLeg"][];
            /** @enum {string} */
            protection: "concatenated" | "raid0" | "raid1" | "raid10";
            /**
             * @description thin: legs take space as they are written, and the volume can have snapshots (docs/data-services.md). Never changes.
             * @default thick
             * @enum {string}
             */
            provisioning: "thick" | "thin";
            /** @description Bytes. */
            rawBytes: number;
            /**
             * @description Mirrors: seconds until a missing or unhealthy leg is replaced.
             * @default 600
             */
            rebuildDelaySeconds: number;
            /**
             * @description Mirrors: resync rate of a leg. Minimum under other I/O, and maximum: low 1 MiB/s and 128 MiB/s, normal 32 MiB/s and 1 GiB/s, high 512 MiB/s and 8 GiB/s.
             * @default normal
             * @enum {string}
             */
            rebuildPriority: "low" | "normal" | "high";
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** @description It gets the data of this snapshot, and cannot be attached until that is done. Null: no. */
            rollBack: {
                /** Format: date-time */
                since: string;
                snapshot: components["schemas"]["Reference"];
            } | null;
            /** @description Null: the volume is no mirror. */
            scrub: components["schemas"]["VolumeScrub"] | null;
            /** @description Mirrors: days between scheduled scrubs. 0: none. Null: the cluster's setting. */
            scrubIntervalDays: number | null;
            /** @description Size of the device in bytes: a multiple of 4096, 1 MiB to 1 PiB. */
            sizeBytes: number;
            /** @description The volume that it is a snapshot of. Null: it is no snapshot. */
            snapshotOf: components["schemas"]["Reference"] | null;
            /** @description Thin volumes: snapshots that the server takes by itself. Null: none. */
            snapshotSchedule: components["schemas"]["SnapshotSchedule"] | null;
            /** @enum {string} */
            state: "creating" | "available" | "deleting";
            /**
             * @description A power of two, 4 KiB to 16 MiB (md and dm-stripe chunk).
             * @default 65536
             * @enum {integer}
             */
            stripeSizeBytes: 4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216;
            /**
             * @description raid0: number of legs. raid10: number of mirror sets. Null: automatic. Not for raid1 and concatenated.
             * @default null
             */
            stripeWidth: number | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        VolumeCache: {
            /**
             * @description write-back of a volume without a mirror: you accept that the loss of one cache drive loses the newest writes, and with them the volume.
             * @default false
             */
            acceptsLoss: boolean;
            /**
             * @description Size of the cache of each leg in bytes, rounded up to 4 MiB. Null: `percentOfLeg` says.
             * @default null
             */
            bytesPerLeg: number | null;
            /**
             * @description write-through: a write ends when cache and drive have it. write-back: when the cache has it. pass-through: reads and writes go to the drive, and only blocks that are cached already are kept up to date.
             * @enum {string}
             */
            mode: "write-through" | "write-back" | "pass-through";
            /**
             * @description Size of the cache of each leg as a share of the leg. Null: `bytesPerLeg` says.
             * @default null
             */
            percentOfLeg: number | null;
        };
        VolumeCacheInput: {
            /**
             * @description write-back of a volume without a mirror: you accept that the loss of one cache drive loses the newest writes, and with them the volume.
             * @default false
             */
            acceptsLoss?: boolean;
            /**
             * @description Size of the cache of each leg in bytes, rounded up to 4 MiB. Null: `percentOfLeg` says.
             * @default null
             */
            bytesPerLeg?: number | null;
            /**
             * @description write-through: a write ends when cache and drive have it. write-back: when the cache has it. pass-through: reads and writes go to the drive, and only blocks that are cached already are kept up to date.
             * @enum {string}
             */
            mode: "write-through" | "write-back" | "pass-through";
            /**
             * @description Size of the cache of each leg as a share of the leg. Null: `bytesPerLeg` says.
             * @default null
             */
            percentOfLeg?: number | null;
        };
        VolumeChecksums: {
            /** @description The last acknowledgement of these errors. Null: none. */
            acknowledged: {
                /** Format: date-time */
                at: string;
                by: string;
            } | null;
            legs: {
                drive: {
                    /**
                     * Format: uuid
                     * @description Identifier, a UUID.
                     */
                    id: string;
                    serial: string;
                };
                /** @description Reads of the leg whose checksum was wrong, since the leg was made. It goes on when the count of its target starts again. */
                errors: number;
                index: number;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                legId: string;
                /** @description Errors after the acknowledgement. */
                newErrors: number;
                node: {
                    /**
                     * Format: uuid
                     * @description Identifier, a UUID.
                     */
                    id: string;
                    name: string;
                };
            }[];
            /** @description Not acknowledged yet, on all legs: the condition ChecksumErrors names them. */
            newErrors: number;
        };
        VolumeCreate: {
            /**
             * @description Chunk of the md write-intent bitmap, a power of two. Null: mdadm chooses.
             * @default null
             */
            bitmapChunkBytes?: (4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216 | 33554432 | 67108864 | 134217728 | 268435456 | 536870912 | 1073741824) | null;
            /**
             * @description Cache of each leg on a drive of the leg's target that is in service as a cache. Null: none.
             * @default null
             */
            cache?: components["schemas"]["VolumeCacheInput"] | null;
            /**
             * @description Copies of each byte. raid1 and raid10: 2 or 3; others: 1. Null: 2 for mirrors, 1 for others. Never changes.
             * @default null
             */
            copies?: number | null;
            /** @default  */
            description?: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            driveClassId: string;
            /**
             * @description aes-xts-256: the client encrypts (dm-crypt). Never changes.
             * @default none
             * @enum {string}
             */
            encryption?: "none" | "aes-xts-256";
            /**
             * @description The mirror halves never share a failure domain.
             * @default node
             * @enum {string}
             */
            failureDomain?: "node" | "rack" | "zone";
            /**
             * @description Mirrors: dm-integrity keeps a checksum of each 4 KiB of a leg, so that wrong bytes are found and repaired from the other half. It costs small writes, and the volume keeps its size and has blocks of 4 KiB (docs/data-services.md). Never changes.
             * @default none
             * @enum {string}
             */
            integrity?: "none" | "dm-integrity";
            /**
             * @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains.
             * @default {}
             */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @enum {string} */
            protection: "concatenated" | "raid0" | "raid1" | "raid10";
            /**
             * @description thin: legs take space as they are written, and the volume can have snapshots (docs/data-services.md). Never changes.
             * @default thick
             * @enum {string}
             */
            provisioning?: "thick" | "thin";
            /**
             * @description Mirrors: seconds until a missing or unhealthy leg is replaced.
             * @default 600
             */
            rebuildDelaySeconds?: number;
            /**
             * @description Mirrors: resync rate of a leg. Minimum under other I/O, and maximum: low 1 MiB/s and 128 MiB/s, normal 32 MiB/s and 1 GiB/s, high 512 MiB/s and 8 GiB/s.
             * @default normal
             * @enum {string}
             */
            rebuildPriority?: "low" | "normal" | "high";
            /** @description Size of the device in bytes: a multiple of 4096, 1 MiB to 1 PiB. */
            sizeBytes: number;
            /**
             * @description A power of two, 4 KiB to 16 MiB (md and dm-stripe chunk).
             * @default 65536
             * @enum {integer}
             */
            stripeSizeBytes?: 4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216;
            /**
             * @description raid0: number of legs. raid10: number of mirror sets. Null: automatic. Not for raid1 and concatenated.
             * @default null
             */
            stripeWidth?: number | null;
        };
        VolumeGroup: {
            /** Format: date-time */
            createdAt: string;
            description: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Users. The group gives rights only to those whose role reaches groups. */
            members: components["schemas"]["Reference"][];
            name: string;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** @description Volumes whose labels match all of these. The value of a label that a volume does not have is empty. */
            selector: components["schemas"]["AlertMatcher"][];
            /** Format: date-time */
            updatedAt: string;
            verbs: ("see" | "attach" | "change")[];
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
        };
        VolumeGroupCreate: {
            /** @default  */
            description?: string;
            /**
             * @description Users of the group.
             * @default []
             */
            memberIds?: string[];
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @description Volumes whose labels match all of these. The value of a label that a volume does not have is empty. */
            selector: components["schemas"]["AlertMatcherInput"][];
            /** @description see is part of the others. attach: also detach. change: also create, delete, grow and relabel. */
            verbs: ("see" | "attach" | "change")[];
        };
        VolumeGroupPage: {
            items: components["schemas"]["VolumeGroup"][];
            nextCursor: string | null;
            total: number;
        };
        VolumeGroupUpdate: {
            description?: string;
            /** @description Users of the group. */
            memberIds?: string[];
            /** @description Volumes whose labels match all of these. The value of a label that a volume does not have is empty. */
            selector?: components["schemas"]["AlertMatcherInput"][];
            /** @description see is part of the others. attach: also detach. change: also create, delete, grow and relabel. */
            verbs?: ("see" | "attach" | "change")[];
        };
        VolumeKeyExport: {
            /** @description Your own password, as confirmation. */
            currentPassword: string;
            /**
             * @description Name of the volume, as confirmation.
             * @example orders-db
             */
            volumeName: string;
        };
        VolumeKeyImport: {
            /** @description The key: 64 bytes, as 128 hexadecimal digits. */
            keyHex: string;
        };
        VolumePage: {
            items: components["schemas"]["Volume"][];
            nextCursor: string | null;
            total: number;
        };
        /** @description The legs that a volume would get, the largest size that fits, and the capacity it takes. */
        VolumePlan: {
            /** @description Null: the volume wants no cache. */
            caches: components["schemas"]["PlannedCaches"] | null;
            /** @description Capacity before and after the create. */
            capacity: {
                /** @description All drives of the class. */
                driveClass: components["schemas"]["CapacityChange"];
                /** @description Drives of the legs, named by serial. */
                drives: components["schemas"]["CapacityChange"][];
                /** @description Nodes of the legs; each counts its drives of the class. */
                nodes: components["schemas"]["CapacityChange"][];
            };
            /** @description The largest size that fits now, with all other fields unchanged. */
            largestSizeBytes: number;
            legs: components["schemas"]["PlacedLeg"][];
            /** @description Bytes. */
            rawBytes: number;
            stripeWidth: number;
            /** @description Bytes. */
            usableBytes: number;
        };
        VolumeScrub: {
            current: {
                /**
                 * @description check: compares the mirror halves. repair: also copies from the first half where they differ.
                 * @enum {string}
                 */
                action: "check" | "repair";
                client: components["schemas"]["Reference"];
                isStopping: boolean;
                /** Format: date-time */
                orderedAt: string;
                /** @description Null: the schedule. */
                orderedBy: string | null;
                /** @enum {string} */
                origin: "person" | "schedule";
                /** @description Of the client's last report. Null: none yet, and in lists. */
                progress: {
                    /** @description Null: it does not run. */
                    bytesPerSecond: number | null;
                    /** @description Bytes. */
                    checkedBytes: number;
                    /** @description As md counts: each range in which the halves differ, in full. */
                    mismatchBytes: number;
                    /** @description Why it does not run now. */
                    reason: {
                        code: string;
                        command?: string[];
                        exitCode?: number | null;
                        message: string;
                        /**
                         * @description Name given by people; never changes.
                         * @example orders-db
                         */
                        node?: string;
                        params?: {
                            [key: string]: (string | number | boolean | {
                                /**
                                 * Format: uuid
                                 * @description Identifier, a UUID.
                                 */
                                id: string;
                                /** @enum {string} */
                                kind: "volume" | "node" | "drive" | "attachment" | "leg";
                                name: string;
                            }) | (string | number | boolean | {
                                /**
                                 * Format: uuid
                                 * @description Identifier, a UUID.
                                 */
                                id: string;
                                /** @enum {string} */
                                kind: "volume" | "node" | "drive" | "attachment" | "leg";
                                name: string;
                            })[];
                        };
                        processes?: {
                            command: string;
                            path: string;
                            pid: number;
                            /** @enum {string} */
                            via: "open-file" | "mount" | "swap" | "holder";
                        }[];
                        stderr?: string;
                    } | null;
                    /** @enum {string} */
                    state: "waiting" | "running" | "paused" | "done";
                    /** @description Bytes. */
                    totalBytes: number;
                } | null;
                startedAt: string | null;
            } | null;
            last: components["schemas"]["ScrubResult"] | null;
            lastCompletedAt: string | null;
            /** @description When the next scheduled scrub is due. Null: no schedule. */
            nextAt: string | null;
            /** @description No client has the volume attached for writing, so it is not scrubbed. */
            waitsForAttachment: boolean;
        };
        VolumeUpdate: {
            /** @description Cache of each leg on a drive of the leg's target that is in service as a cache. Null: none. */
            cache?: components["schemas"]["VolumeCacheInput"] | null;
            description?: string;
            /** @description Return the resulting volume without changing anything. */
            dryRun?: boolean;
            /** @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains. */
            labels?: {
                [key: string]: string;
            };
            /** @description Mirrors: seconds until a missing or unhealthy leg is replaced. */
            rebuildDelaySeconds?: number;
            /**
             * @description Mirrors: resync rate of a leg. Minimum under other I/O, and maximum: low 1 MiB/s and 128 MiB/s, normal 32 MiB/s and 1 GiB/s, high 512 MiB/s and 8 GiB/s.
             * @enum {string}
             */
            rebuildPriority?: "low" | "normal" | "high";
            /** @description Mirrors: days between scheduled scrubs. 0: none. Null: the cluster's setting. */
            scrubIntervalDays?: number | null;
            /** @description A larger size grows the volume, shown as `growth` and as the job volume.grow. A concatenated volume whose last drive is full gets new legs on other drives of its class. */
            sizeBytes?: number;
            /** @description Thin volumes: snapshots that the server takes by itself. Null: none. */
            snapshotSchedule?: components["schemas"]["SnapshotSchedule"] | null;
        };
        /** @description Proof of the wipe of a drive. It stays when the drive, its node or the job is removed. */
        WipeRecord: {
            /** @description When the node was first seen to overwrite it. Null: it has not begun. */
            beganAt: string | null;
            /** @description Contents that were recognised on it before. */
            contents: string[];
            /** Format: date-time */
            createdAt: string;
            /** @description The drive may have left the cluster since. */
            drive: components["schemas"]["Reference"];
            /** @description When the node reported the end. Null: not ended. */
            endedAt: string | null;
            /** @description Why it failed. After a failed wipe that had begun, a part may be overwritten. */
            error: components["schemas"]["JobReason"] | null;
            firmware: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its job, which is removed before the record.
             */
            jobId: string;
            /**
             * @description The ordered method; from its begin on, the one that the node reports. zero: every addressable block was overwritten with zeros, and the write cache flushed; spare blocks are not addressable (NIST SP 800-88: clear). sanitize: the drive erased all of its media by `sanitizeAction`, and a sample of its blocks was read (purge).
             * @enum {string}
             */
            method: "zero" | "sanitize";
            model: string;
            /** @description The node that it was in. */
            node: components["schemas"]["Reference"];
            nsid: number;
            orderedBy: string;
            /** @description Rises with every change, live data included. The copy with the higher revision is newer. */
            revision: number;
            /** @description Sanitize action that the drive accepted. Null: another method, or not accepted yet. */
            sanitizeAction: ("block-erase" | "crypto-erase") | null;
            serial: string;
            /** @description Bytes. */
            sizeBytes: number;
            /** @enum {string} */
            state: "ordered" | "wiping" | "wiped" | "failed";
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match. */
            version: number;
            wwid: string | null;
        };
        WipeRecordPage: {
            items: components["schemas"]["WipeRecord"][];
            nextCursor: string | null;
            total: number;
        };
    };
    responses: {
        /** @description body-too-large */
        "body-too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description internal */
        internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description method-not-allowed */
        "method-not-allowed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description precondition-required */
        "precondition-required": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description rate-limited */
        "rate-limited": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description unavailable */
        unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description unsupported-media-type */
        "unsupported-media-type": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description version-mismatch */
        "version-mismatch": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAlerts: {
        parameters: {
            query?: {
                at?: string;
                causedBy?: string;
                cursor?: string;
                from?: string;
                limit?: number;
                open?: "true" | "false";
                rule?: string;
                severity?: "warning" | "critical";
                sort?: "startedAt" | "updatedAt" | "-startedAt" | "-updatedAt";
                state?: "pending" | "firing" | "resolved";
                subjectId?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getAlert: {
        parameters: {
            query?: {
                at?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found, moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertAcknowledge"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    unacknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listApiTokens: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                sort?: "createdAt" | "expiresAt" | "name" | "-createdAt" | "-expiresAt" | "-name";
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiTokenPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiTokenCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiTokenIssued"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteApiToken: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listAttachments: {
        parameters: {
            query?: {
                at?: string;
                cursor?: string;
                limit?: number;
                nodeId?: string;
                search?: string;
                sort?: "createdAt" | "-createdAt";
                state?: "attaching" | "attached" | "detaching" | "unexporting" | "revoking" | "revoked";
                volumeId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachmentPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createAttachment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachmentCreate"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attachment: components["schemas"]["Attachment"];
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken, idempotency-mismatch, wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description no-shared-network, not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getAttachment: {
        parameters: {
            query?: {
                at?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found, moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteAttachment: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use, device-busy */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    updateAttachment: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachmentUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    revokeAttachment: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachmentRevoke"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                action?: "drive.wipe" | "attachment.revoke" | "volume.accept-loss" | "volume.discard" | "node.maintenance" | "node.revoke-credential" | "node.rotate-credential" | "history.accept" | "simulation.fault" | "backup.download" | "support-bundle.download" | "database.mend" | "audit.prune" | "change" | "refusal";
                by?: string;
                cursor?: string;
                from?: string;
                limit?: number;
                sort?: "at" | "-at";
                subjectId?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                action?: "drive.wipe" | "attachment.revoke" | "volume.accept-loss" | "volume.discard" | "node.maintenance" | "node.revoke-credential" | "node.rotate-credential" | "history.accept" | "simulation.fault" | "backup.download" | "support-bundle.download" | "database.mend" | "audit.prune" | "change" | "refusal";
                by?: string;
                from?: string;
                subjectId?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listBackups: {
        parameters: {
            query?: {
                cursor?: string;
                kind?: "frequent" | "hourly" | "daily" | "manual";
                limit?: number;
                sort?: "takenAt" | "sizeBytes" | "-takenAt" | "-sizeBytes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    takeBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    downloadBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    verifyBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listBenchmarks: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                profile?: "reference" | "block-size-sweep" | "depth-sweep" | "latency-bound" | "own";
                sort?: "createdAt" | "-createdAt";
                state?: "preparing" | "running" | "removing" | "done" | "failed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenchmarkPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createBenchmark: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BenchmarkCreate"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        benchmark: components["schemas"]["Benchmark"];
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency-mismatch, wrong-state, name-taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getBenchmark: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Benchmark"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteBenchmark: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    cancelBenchmark: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Benchmark"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    compareBenchmarks: {
        parameters: {
            query: {
                with: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenchmarkComparison"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    benchmarkOutput: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    benchmarkReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenchmarkReport"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    benchmarkTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listChannels: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                sort?: "name" | "createdAt" | "-name" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createChannel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    updateChannel: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    resendNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    testChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelTest"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listDeployments: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                sort?: "createdAt" | "-createdAt";
                state?: "running" | "failed" | "stopped" | "done";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createDeployment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentCreate"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency-mismatch, wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    resumeDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    stopDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    undoDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    undoPlanOfDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentUndoPlan"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    currentDeployment: {
        parameters: {
            query?: {
                serials?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentDocument"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    diffDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentPlanRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentDiff"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    planDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentPlanRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentPlan"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    proposeDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentPropose"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentProposal"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listDrills: {
        parameters: {
            query?: {
                cursor?: string;
                kind?: "close-path" | "cut-network" | "stop-exports" | "kill-agent" | "fail-leg";
                limit?: number;
                sort?: "createdAt" | "-createdAt";
                state?: "preparing" | "running" | "removing" | "done" | "failed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrillPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createDrill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DrillCreate"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        drill: components["schemas"]["Drill"];
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency-mismatch, wrong-state, name-taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDrill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drill"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteDrill: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    cancelDrill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drill"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    planDrill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DrillCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrillPlan"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listDriveClasses: {
        parameters: {
            query?: {
                at?: string;
                cursor?: string;
                limit?: number;
                name?: string;
                sort?: "name" | "createdAt" | "-name" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriveClassPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createDriveClass: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DriveClassSpec"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriveClass"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken, idempotency-mismatch */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDriveClass: {
        parameters: {
            query?: {
                at?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriveClass"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found, moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteDriveClass: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    updateDriveClass: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DriveClassUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriveClass"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    previewDriveClass: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DriveClassPreview"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The first 500 matching drives. */
                        drives: components["schemas"]["Drive"][];
                        /** @description Available for new legs on the matching drives in service. */
                        freeBytes: number;
                        inServiceCount: number;
                        nodeCount: number;
                        total: number;
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    driveMap: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriveMap"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listDrives: {
        parameters: {
            query?: {
                at?: string;
                cursor?: string;
                driveClassId?: string;
                limit?: number;
                nodeId?: string;
                role?: "data" | "cache";
                search?: string;
                serial?: string;
                sort?: "serial" | "model" | "sizeBytes" | "createdAt" | "-serial" | "-model" | "-sizeBytes" | "-createdAt";
                state?: "available" | "occupied" | "taking" | "in-service" | "releasing" | "wiping" | "missing";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrivePage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDrive: {
        parameters: {
            query?: {
                at?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drive"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found, moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    cordonDrive: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drive"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    driveDependents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dependents"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    evictDrive: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Eviction"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    planDriveEviction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvictionPlan"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    releaseDrive: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    takeDrive: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DriveTake"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    uncordonDrive: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drive"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    wipeDrive: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DriveWipe"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    enroll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Enroll"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrolled"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listEnrollmentTokens: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                sort?: "createdAt" | "expiresAt" | "-createdAt" | "-expiresAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentTokenPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createEnrollmentToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrollmentTokenCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentTokenIssued"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteEnrollmentToken: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                cursor?: string;
                from?: string;
                kind?: "volume" | "attachment" | "node" | "drive" | "drive-class" | "job" | "settings" | "alert" | "preflight-run";
                limit?: number;
                severity?: "info" | "warning" | "critical";
                sort?: "at" | "lastAt" | "-at" | "-lastAt";
                subjectId?: string;
                to?: string;
                topic?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                format?: "csv" | "ndjson";
                from?: string;
                kind?: "volume" | "attachment" | "node" | "drive" | "drive-class" | "job" | "settings" | "alert" | "preflight-run";
                severity?: "info" | "warning" | "critical";
                subjectId?: string;
                to?: string;
                topic?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    acceptHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HistoryAcceptance"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                cursor?: string;
                kind?: "volume.create" | "volume.delete" | "volume.grow" | "volume.discard" | "volume.repair" | "volume.roll-back" | "snapshot.create" | "attachment.attach" | "attachment.detach" | "attachment.revoke" | "drive.take" | "drive.wipe" | "drive.release" | "drive.evict" | "node.drain" | "backup.take" | "backup.verify" | "orphan.clean" | "benchmark.run" | "drill.run";
                limit?: number;
                sort?: "createdAt" | "updatedAt" | "-createdAt" | "-updatedAt";
                state?: "running" | "waiting" | "done" | "failed";
                subjectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    jobTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobTimeline"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated, second-factor-required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    startOidcLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcLoginStarted"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    startOidcDeviceLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceLoginStarted"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    finishOidcDeviceLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceLoginPoll"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceLogin"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    finishOidcLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcReturn"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    loginOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginOptions"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    loginWithSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorLogin"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    recordedMoments: {
        parameters: {
            query: {
                from: string;
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedMoments"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    momentChanges: {
        parameters: {
            query: {
                cursor?: string;
                from: string;
                kind?: "volume" | "attachment" | "node" | "drive" | "drive-class" | "settings";
                limit?: number;
                sort?: "severity" | "name" | "-severity" | "-name";
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MomentChangePage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listNodes: {
        parameters: {
            query?: {
                at?: string;
                connection?: "never" | "online" | "lost";
                cursor?: string;
                limit?: number;
                name?: string;
                role?: "target" | "client";
                search?: string;
                sort?: "name" | "createdAt" | "-name" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NodePage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getNode: {
        parameters: {
            query?: {
                at?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Node"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found, moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteNode: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    updateNode: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NodeUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Node"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    cordonNode: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Node"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    nodeDependents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dependents"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    drainNode: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Eviction"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    planNodeDrain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvictionPlan"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    startMaintenance: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceStart"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Node"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use, maintenance-unsafe */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    endMaintenance: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Node"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    planMaintenance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceStart"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenancePlan"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    nicDependents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                nic: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dependents"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    revokeNodeCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentTokenIssued"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    rotateNodeCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    rotateNodeKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    uncordonNode: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Node"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listNotes: {
        parameters: {
            query?: {
                at?: string;
                cursor?: string;
                limit?: number;
                sort?: "createdAt" | "-createdAt";
                subjectId?: string;
                subjectKind?: "volume" | "node" | "drive" | "drive-class";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotePage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency-mismatch, wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteNote: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    updateNote: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                alertId?: string;
                channelId?: string;
                cursor?: string;
                limit?: number;
                sort?: "createdAt" | "-createdAt";
                state?: "waiting" | "sent" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listOrphans: {
        parameters: {
            query?: {
                cursor?: string;
                ignored?: "false" | "true" | "any";
                kind?: "volume-group" | "logical-volume" | "subsystem" | "port" | "controller" | "array" | "mapping" | "foreign-drive" | "drive" | "leg" | "attachment";
                limit?: number;
                mayHoldOnlyCopy?: "yes" | "unknown" | "no";
                nodeId?: string;
                side?: "host" | "database";
                sort?: "since" | "sizeBytes" | "kind" | "-since" | "-sizeBytes" | "-kind";
                volumeId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrphanPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    cleanOrphan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrphanClean"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency-mismatch, wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    ignoreOrphan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrphanIgnoreCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedOrphan"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency-mismatch, wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    endOrphanIgnore: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    overview: {
        parameters: {
            query?: {
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    planChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use, name-taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description insufficient-space, insufficient-drives, insufficient-failure-domains, no-shared-network, not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listPreflightFindings: {
        parameters: {
            query?: {
                accepted?: "false" | "true" | "any";
                cursor?: string;
                limit?: number;
                nodeId?: string;
                result?: "failed" | "unknown";
                set?: "micron-2018" | "weft";
                severity?: "error" | "warning" | "advice";
                sort?: "severity" | "-severity";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreflightFindingPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    acceptPreflightFinding: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreflightAcceptanceCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreflightFinding"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency-mismatch, wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    endPreflightAcceptance: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listPreflightRuns: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                sort?: "createdAt" | "-createdAt";
                state?: "collecting" | "done";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreflightRunPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    startPreflightRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreflightRun"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getPreflightRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreflightRun"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    prometheusRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": unknown;
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    serviceDiscovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: {
                            [key: string]: string;
                        };
                        targets: string[];
                    }[];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listRoles: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                sort?: "name" | "createdAt" | "-name" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolePage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken, idempotency-mismatch */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    search: {
        parameters: {
            query: {
                text: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listServers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerList"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    oidcLogoutPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcLogoutPage"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorProof"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    ownSecondFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSecondFactors"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    startSecurityKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordProof"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityKeyStarted"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    removeSecurityKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorProof"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    confirmSecurityKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecurityKeyConfirm"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    startTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordProof"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpStarted"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpConfirm"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorProof"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                sort?: "createdAt" | "-createdAt";
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSessionPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsEnded"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    endSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionsEnd"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsEnded"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listSilences: {
        parameters: {
            query?: {
                at?: string;
                cursor?: string;
                limit?: number;
                sort?: "endsAt" | "createdAt" | "-endsAt" | "-createdAt";
                state?: "planned" | "active" | "ended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilencePage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createSilence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SilenceCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Silence"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency-mismatch */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    endSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Silence"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getSimulation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Simulation"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    injectFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulationFault"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Simulation"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                sort?: "createdAt" | "-createdAt";
                state?: "pending" | "ready" | "deleting";
                volumeId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createSnapshots: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnapshotCreate"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: components["schemas"]["Job"][];
                        snapshots: components["schemas"]["Snapshot"][];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken, idempotency-mismatch, wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible, insufficient-space */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    cloneSnapshot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnapshotClone"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                        volume: components["schemas"]["Volume"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken, idempotency-mismatch, wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible, insufficient-space */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    rollBack: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollBack"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                        volume: components["schemas"]["Volume"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible, insufficient-space */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    queryStatistics: {
        parameters: {
            query: {
                from: string;
                groupBy?: "object" | "all";
                metrics: ("iops" | "read-iops" | "write-iops" | "throughput" | "read-throughput" | "write-throughput" | "latency-average" | "read-latency-average" | "write-latency-average" | "latency-p50" | "latency-p90" | "latency-p95" | "latency-p99" | "latency-p999" | "read-latency-p50" | "read-latency-p90" | "read-latency-p95" | "read-latency-p99" | "read-latency-p999" | "write-latency-p50" | "write-latency-p90" | "write-latency-p95" | "write-latency-p99" | "write-latency-p999" | "latency-heat-map" | "cpu-busy" | "cpu-user" | "cpu-system" | "cpu-irq" | "cpu-softirq" | "cpu-steal" | "target-tax" | "agent-cpu" | "core-busy" | "agent-memory" | "memory-available" | "memory-total" | "interrupts" | "nic-receive" | "nic-transmit" | "nic-errors" | "rdma-retransmits" | "tcp-retransmits" | "cache-read-hit-ratio" | "cache-write-hit-ratio" | "cache-read-hits" | "cache-read-misses" | "cache-write-hits" | "cache-write-misses" | "cache-promotions" | "cache-demotions" | "cache-used" | "cache-dirty" | "wear" | "available-spare" | "temperature" | "media-errors")[];
                objects: string[];
                step?: number;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description too-many-points */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    storageNetworkDependents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dependents"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    supportBundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    topology: {
        parameters: {
            query?: {
                at?: string;
                objects?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Topology"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                sort?: "name" | "createdAt" | "-name" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken, idempotency-mismatch */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    resetSecondFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordProof"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listVolumeGroups: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                sort?: "name" | "createdAt" | "-name" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolumeGroupPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createVolumeGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VolumeGroupCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolumeGroup"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken, idempotency-mismatch */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getVolumeGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolumeGroup"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteVolumeGroup: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    updateVolumeGroup: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VolumeGroupUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolumeGroup"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listVolumes: {
        parameters: {
            query?: {
                at?: string;
                cursor?: string;
                driveClassId?: string;
                driveId?: string;
                health?: "healthy" | "degraded" | "rebuilding" | "stalled" | "broken" | "unavailable" | "unknown" | "detached";
                limit?: number;
                name?: string;
                search?: string;
                sort?: "name" | "sizeBytes" | "createdAt" | "-name" | "-sizeBytes" | "-createdAt";
                state?: "creating" | "available" | "deleting";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolumePage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createVolume: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating a request with its key gets the first answer, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VolumeCreate"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                        volume: components["schemas"]["Volume"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description name-taken, idempotency-mismatch */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description insufficient-space, insufficient-drives, insufficient-failure-domains, not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getVolume: {
        parameters: {
            query?: {
                at?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Volume"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found, moment-not-recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteVolume: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    updateVolume: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VolumeUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Volume"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description insufficient-space, not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    acceptLoss: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptLoss"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Volume"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    acknowledgeChecksums: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Volume"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    discardLegs: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Discard"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    exportVolumeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VolumeKeyExport"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportedVolumeKey"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    importVolumeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VolumeKeyImport"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    repairMismatches: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScrubRepair"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Volume"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    startScrub: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Volume"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    stopScrub: {
        parameters: {
            query?: never;
            header: {
                /** @description The version that the change is based on, quoted. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Volume"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description wrong-state, in-use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["version-mismatch"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            428: components["responses"]["precondition-required"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    planVolume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VolumeCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolumePlan"];
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not-found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            /** @description insufficient-space, insufficient-drives, insufficient-failure-domains, not-possible */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listWipeRecords: {
        parameters: {
            query?: {
                cursor?: string;
                driveId?: string;
                limit?: number;
                nodeId?: string;
                serial?: string;
                sort?: "createdAt" | "serial" | "-createdAt" | "-serial";
                state?: "ordered" | "wiping" | "wiped" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WipeRecordPage"];
                };
            };
            /** @description malformed, invalid-cursor, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    exportWipeRecords: {
        parameters: {
            query?: {
                driveId?: string;
                format?: "csv" | "ndjson";
                nodeId?: string;
                serial?: string;
                state?: "ordered" | "wiping" | "wiped" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description malformed, invalid-field */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, password-change-required, second-factor-setup-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, quoted: the value for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        version: string;
                    };
                };
            };
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                    };
                };
            };
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
}
