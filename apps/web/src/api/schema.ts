// Generated from apps/server/openapi.json by `npm run generate --workspace apps/web`. Do not edit.
export interface paths {
    "/api/v1/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attachments
         * @description Needs the role viewer.
         */
        get: operations["listAttachments"];
        put?: never;
        /**
         * Attach a volume to a client
         * @description Needs the role operator.
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
         * @description Needs the role viewer.
         */
        get: operations["getAttachment"];
        put?: never;
        post?: never;
        /**
         * Detach; the job fails with the processes by name while the device is open
         * @description Needs the role operator.
         */
        delete: operations["deleteAttachment"];
        options?: never;
        head?: never;
        patch?: never;
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
         * Take the volume away from a client by force: every leg is fenced at its target
         * @description Needs the role administrator.
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
         * Who changed or was refused what, from where; who destroyed, gave up or took away what, and on which statements
         * @description Needs the role administrator.
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
    "/api/v1/drive-classes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drive classes
         * @description Needs the role viewer.
         */
        get: operations["listDriveClasses"];
        put?: never;
        /**
         * Create a drive class
         * @description Needs the role operator.
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
         * @description Needs the role viewer.
         */
        get: operations["getDriveClass"];
        put?: never;
        post?: never;
        /**
         * Delete a class that no volume uses
         * @description Needs the role operator.
         */
        delete: operations["deleteDriveClass"];
        options?: never;
        head?: never;
        /**
         * Change a drive class; volumes that exist stay where they are
         * @description Needs the role operator.
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
         * Which drives would match
         * @description Needs the role viewer.
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
         * Every drive with its wear, free space, load and latency, in one answer; read anew every few seconds
         * @description Needs the role viewer.
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
         * @description Needs the role viewer.
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
         * @description Needs the role viewer.
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
         * No new legs on a drive; stops its eviction
         * @description Needs the role operator.
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
         * Which volumes would degrade or be lost without this drive
         * @description Needs the role viewer.
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
         * Move every leg of a mirror away from a drive, redundancy kept
         * @description Needs the role operator.
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
         * What evicting a drive would move, where to, and what it cannot move
         * @description Needs the role viewer.
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
         * @description Needs the role operator.
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
         * @description Needs the role operator.
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
         * New legs may come to a drive again
         * @description Needs the role operator.
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
         * @description Needs the role administrator.
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
         * Enroll a node with a one-time token; answers with its own credential
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
         * @description Needs the role administrator.
         */
        get: operations["listEnrollmentTokens"];
        put?: never;
        /**
         * Issue a one-time token; it is shown only now
         * @description Needs the role administrator.
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
         * @description Needs the role administrator.
         */
        delete: operations["deleteEnrollmentToken"];
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
         * The history of this database, the nodes that do not follow it, and what accepting it for each would do
         * @description Needs the role viewer.
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
         * Have nodes follow this database though they were told otherwise, or go on though their ledger is lost
         * @description Needs the role administrator.
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
         * @description Needs the role viewer.
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
         * @description Needs the role viewer.
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
         * Cancel a job before its first irreversible step; an eviction or a drain at any time, keeping what it has moved
         * @description Needs the role operator.
         */
        post: operations["cancelJob"];
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
         * @description Needs the role viewer.
         */
        post: operations["logout"];
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
         * @description Needs the role viewer.
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
         * @description Needs the role viewer.
         */
        get: operations["getNode"];
        put?: never;
        post?: never;
        /**
         * Remove a node that holds no legs and no attachments
         * @description Needs the role administrator.
         */
        delete: operations["deleteNode"];
        options?: never;
        head?: never;
        /**
         * Change labels
         * @description Needs the role operator.
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
         * No new legs on a node; stops its draining
         * @description Needs the role operator.
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
         * Which volumes would degrade, stall or be lost without this node
         * @description Needs the role viewer.
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
         * Move every leg of a mirror away from a node, redundancy kept
         * @description Needs the role operator.
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
         * What draining a node would move, where to, and what it cannot move
         * @description Needs the role viewer.
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
         * Announce that a node will be away; refused while volumes need it, unless forced
         * @description Needs the role operator.
         */
        post: operations["startMaintenance"];
        /**
         * End the maintenance of a node at once
         * @description Needs the role operator.
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
         * Whether a maintenance of a node would be allowed, and what it would do
         * @description Needs the role viewer.
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
         * Which volumes would lose paths or stall without this NIC
         * @description Needs the role viewer.
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
         * End the credential of a node at once; answers with a token for a new one of the same node, which keeps its drives and volumes
         * @description Needs the role administrator.
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
         * Have the connected agent of a node take a new credential; the old one ends when it has stored or used the new one
         * @description Needs the role administrator.
         */
        post: operations["rotateNodeCredential"];
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
         * New legs may come to a node again
         * @description Needs the role operator.
         */
        post: operations["uncordonNode"];
        delete?: never;
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
         * The whole cluster on a page: what is wrong and why, capacity, CPU, jobs
         * @description Needs the role viewer.
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
         * The commands that agents would run for a change, node by node; nothing is changed
         * @description Needs the role viewer.
         */
        post: operations["planChange"];
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
         * @description Needs the scrape token or a session.
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
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Volumes, nodes, drives, drive classes and jobs by a part of their name
         * @description Needs the role viewer.
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
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I
         * @description Needs the role viewer.
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
         * Change the own password; ends all other sessions
         * @description Needs the role viewer.
         */
        post: operations["changePassword"];
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
         * Settings of the cluster
         * @description Needs the role viewer.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings
         * @description Needs the role administrator.
         */
        patch: operations["updateSettings"];
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
         * @description Needs the role viewer.
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
         * Which volumes would lose paths or stall without this storage network
         * @description Needs the role viewer.
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
    "/api/v1/topology": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is connected to what: nodes, NICs, drives, volumes and attachments with their states, for a picture
         * @description Needs the role viewer.
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
         * @description Needs the role administrator.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Needs the role administrator.
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
         * @description Needs the role administrator.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Remove a user; the last administrator stays
         * @description Needs the role administrator.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change role or password, disable or enable; one administrator that may log in stays
         * @description Needs the role administrator.
         */
        patch: operations["updateUser"];
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
         * @description Needs the role viewer.
         */
        get: operations["listVolumes"];
        put?: never;
        /**
         * Create a volume
         * @description Needs the role operator.
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
         * @description Needs the role viewer.
         */
        get: operations["getVolume"];
        put?: never;
        post?: never;
        /**
         * Delete a detached volume and its data
         * @description Needs the role operator.
         */
        delete: operations["deleteVolume"];
        options?: never;
        head?: never;
        /**
         * Change description or labels, or grow it
         * @description Needs the role operator.
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
         * Give up what only some legs of a mirror have, and go on without them in a new epoch
         * @description Needs the role administrator.
         */
        post: operations["acceptLoss"];
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
         * Destroy what is kept of legs of older epochs
         * @description Needs the role administrator.
         */
        post: operations["discardLegs"];
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
         * The placement a volume would get, or why there is none
         * @description Needs the role viewer.
         */
        post: operations["planVolume"];
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
         * The process is alive
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
         * Ready to serve: database reachable, schema current
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
            /** @description The legs given up. What was written to them alone is lost to the volume. */
            legIds: string[];
            /**
             * @description The name of the volume, repeated.
             * @example orders-db
             */
            volumeName: string;
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
                /** @description Since when it is not live, as far as the server heard of it; null: it is live, or it was not kept. */
                notLiveSince: string | null;
                /**
                 * @description Name given by people; never changes.
                 * @example orders-db
                 */
                storageNetwork: string;
            }[];
            reattach: boolean;
            /** @description Rises with every change, live data included: of two copies the higher one is newer. */
            revision: number;
            revoked: components["schemas"]["Revocation"] | null;
            /** @enum {string} */
            state: "attaching" | "attached" | "detaching" | "unexporting" | "revoking" | "revoked";
            /** @enum {string} */
            transport: "rdma" | "tcp";
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when what was asked of the object, its state or what it holds changes, not with live data; the value of If-Match, quoted. */
            version: number;
            volume: components["schemas"]["Reference"];
        };
        AttachmentCreate: {
            /**
             * @description Also if the client is in planned maintenance, which is refused otherwise.
             * @default false
             */
            force?: boolean;
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
            /** @description Attach again after the client restarts; without it the setting reattachByDefault decides. */
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
             * @description Also where the legs left out may alone have what was written last: the only ones in sync of their mirror set, and all that were in sync if the client did not let go of the volume before its legs were fenced. What only they have is given up (S4); they are kept until they are discarded.
             * @default false
             */
            acceptLoss?: boolean;
            /**
             * @description The client is off: its word that nothing is left there is not waited for. Says nothing about targets.
             * @default false
             */
            clientIsOff?: boolean;
            /**
             * @description These targets are off and will not export before they have talked to a server: their fences are not waited for, their legs leave the epoch. Says nothing about the client.
             * @default []
             */
            targetsOff?: string[];
            /**
             * @description The name of the volume, repeated.
             * @example orders-db
             */
            volumeName: string;
        };
        /** @description Statements and changes are never changed and never removed. Refusals are counted for 10 minutes and removed after 180 days. */
        AuditEntry: {
            /** @enum {string} */
            action: "drive.wipe" | "attachment.revoke" | "volume.accept-loss" | "volume.discard" | "node.maintenance" | "node.revoke-credential" | "node.rotate-credential" | "history.accept" | "change" | "refusal";
            /** Format: date-time */
            at: string;
            /** @description Name of the user, or `anonymous`. */
            by: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description Null: an entry of statements. */
            request: components["schemas"]["AuditRequest"] | null;
            statements: components["schemas"]["AuditStatement"][];
            /** @description Null: the request was refused before it had an object. */
            subject: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                id: string;
                /** @enum {string} */
                kind: "volume" | "attachment" | "drive" | "node" | "drive-class" | "enrollment-token" | "job" | "settings" | "user";
                /** @description The id, where no name is known. */
                name: string;
            } | null;
        };
        AuditPage: {
            items: components["schemas"]["AuditEntry"][];
            nextCursor: string | null;
            total: number;
        };
        AuditRequest: {
            /** @description Address of the client, through `trustProxy`. Null: several. */
            address: string | null;
            /** @description Error code of a refusal. */
            code: string | null;
            /** @description Requests that this entry stands for. */
            count: number;
            /**
             * Format: uuid
             * @description Request id, as in the answer and in the log of the server. Of several: of the first.
             */
            id: string;
            /** @description Job that the change became. */
            jobId: string | null;
            /**
             * Format: date-time
             * @description Time of the last of them.
             */
            lastAt: string;
            /** @description User name given at a login. */
            name: string | null;
            /** @description Id of the endpoint (`operationId`). Null: several, refused beyond the limit of entries. */
            route: string | null;
            /** @description HTTP status of the answer. */
            status: number;
        };
        AuditStatement: {
            about: components["schemas"]["Reference"];
            /** @enum {string} */
            statement: "wipe" | "take-away" | "client-is-off" | "target-is-off" | "give-up-leg" | "discard-leg" | "maintenance" | "force" | "maintenance-ends" | "revoke-credential" | "rotate-credential" | "history-accepted" | "ledger-loss-accepted";
            /** @description In words, as it was understood. */
            text: string;
        };
        ClassCapacity: {
            /** @description Bytes. */
            capacityBytes: number;
            driveClass: components["schemas"]["Reference"];
            driveCount: number;
            /** @description What new legs may take. */
            freeBytes: number;
            nodeCount: number;
            /** @description What has to be kept free to repair the loss of the node that holds most; null: no mirror has a leg. */
            repair: {
                /** @description Free in the class on the other nodes. */
                availableBytes: number;
                /** @description Legs of mirrors of this class on that node. */
                neededBytes: number;
                node: components["schemas"]["Reference"];
            } | null;
            /** @description Never allocated, by the setting reservedRatio. */
            reservedBytes: number;
            /** @description Allocated to legs. */
            usedBytes: number;
        };
        Condition: {
            /** @description Code of the message (docs/messages.md) where it is not the reason. */
            code?: string;
            /** @description The message in English. */
            message: string;
            /** @description Data of the message. Absent: an earlier version stored it, or its text has no code yet. */
            params?: components["schemas"]["MessageParams"];
            /** @description Stable code. */
            reason: string;
            /** Format: date-time */
            since: string;
            /** @enum {string} */
            status: "true" | "false" | "unknown";
            type: string;
            /** @description What would end it. */
            unblockedBy?: string;
            /** @description What it waits for, and on which node. */
            waitingFor?: string;
        };
        /** @description Who depends on it: what would happen if it were gone now. */
        Dependents: {
            /** @description Attachments that end with it, because it is their client. */
            clientOf: {
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                attachmentId: string;
                volume: components["schemas"]["Reference"];
            }[];
            /** @description What making the mirrors whole again would need, by class. */
            repair: {
                /** @description Free in the class without what would be lost. */
                availableBytes: number;
                driveClass: components["schemas"]["Reference"];
                enough: boolean;
                legs: number;
                /** @description Bytes. */
                neededBytes: number;
                /** @description Legs that find a drive with the other side in another failure domain. */
                placeableLegs: number;
            }[];
            volumes: {
                attachedBy: components["schemas"]["Reference"][];
                /** @enum {string} */
                effect: "fewer-paths" | "degraded" | "stalled" | "lost";
                /** @description Legs that would be out of reach. */
                legIds: string[];
                message: string;
                volume: components["schemas"]["Reference"];
            }[];
        };
        Discard: {
            /** @description Obsolete legs to destroy. */
            legIds: string[];
            /**
             * @description The name of the volume, repeated.
             * @example orders-db
             */
            volumeName: string;
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
            /** @description Rises with every change, live data included: of two copies the higher one is newer. */
            revision: number;
            /**
             * @description Whether new legs may come; evicting: and those that can move do; evicted: and none is left.
             * @enum {string}
             */
            scheduling: "open" | "cordoned" | "evicting" | "evicted";
            /** @description Null: it was never another, or that was not kept. */
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
            /** @description Since when SMART has a critical warning, as far as the server heard of it; null: there is none, or it was not kept. */
            smartWarningSince: string | null;
            /** @enum {string} */
            state: "available" | "occupied" | "taking" | "in-service" | "releasing" | "wiping" | "missing";
            /** @description As far as the server heard of it; null: it was not kept. */
            stateSince: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when what was asked of the object, its state or what it holds changes, not with live data; the value of If-Match, quoted. */
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
            /** @description Bytes. */
            freeBytes: number;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
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
            /** @description Rises with every change, live data included: of two copies the higher one is newer. */
            revision: number;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when what was asked of the object, its state or what it holds changes, not with live data; the value of If-Match, quoted. */
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
        };
        /** @description Every drive of the cluster in a few numbers, in one answer. */
        DriveMap: {
            /** @description Every drive, by node as in `nodes`, then by serial. */
            drives: components["schemas"]["MappedDrive"][];
            /**
             * Format: date-time
             * @description The I/O is of what was observed since then.
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
        DriveWipe: {
            /** @description The serial of the drive, repeated. */
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
             * @description Of the node that renews its credential with a token for it.
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
            /** @description The only node that may use it, for a new credential of its own; null: a new node. */
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
            /** @description Rises with every change, live data included: of two copies the higher one is newer. */
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
            /** @description Rises when what was asked of the object, its state or what it holds changes, not with live data; the value of If-Match, quoted. */
            version: number;
        };
        EnrollmentTokenCreate: {
            /** @default  */
            description?: string;
            /** @default 86400 */
            expiresInSeconds?: number;
            /**
             * @description Labels of the node that enrolls with it.
             * @default {}
             */
            labels?: {
                [key: string]: string;
            };
        };
        EnrollmentTokenIssued: {
            /** Format: date-time */
            createdAt: string;
            description: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description The only node that may use it, for a new credential of its own; null: a new node. */
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
            /** @description Rises with every change, live data included: of two copies the higher one is newer. */
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
            /** @description Rises when what was asked of the object, its state or what it holds changes, not with live data; the value of If-Match, quoted. */
            version: number;
        };
        EnrollmentTokenPage: {
            items: components["schemas"]["EnrollmentToken"][];
            nextCursor: string | null;
            total: number;
        };
        Eviction: {
            job: components["schemas"]["Job"];
            moves: {
                index: number;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                legId: string;
                message: string;
                /** @enum {string} */
                protection: "concatenated" | "raid0" | "raid1" | "raid10";
                /** @description Bytes. */
                sizeBytes: number;
                /** @description Where there is room for it now, beside the moves before it; null: nowhere, as the message says in numbers. */
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
            /** @description Legs that stay: nothing else has their data, or they are of older epochs. */
            notMovable: {
                index: number;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                legId: string;
                message: string;
                /** @enum {string} */
                protection: "concatenated" | "raid0" | "raid1" | "raid10";
                /** @description Bytes. */
                sizeBytes: number;
                volume: components["schemas"]["Reference"];
            }[];
        };
        /** @description What emptying a drive or node moves, and what it cannot. */
        EvictionPlan: {
            moves: {
                index: number;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                legId: string;
                message: string;
                /** @enum {string} */
                protection: "concatenated" | "raid0" | "raid1" | "raid10";
                /** @description Bytes. */
                sizeBytes: number;
                /** @description Where there is room for it now, beside the moves before it; null: nowhere, as the message says in numbers. */
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
            /** @description Legs that stay: nothing else has their data, or they are of older epochs. */
            notMovable: {
                index: number;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                legId: string;
                message: string;
                /** @enum {string} */
                protection: "concatenated" | "raid0" | "raid1" | "raid10";
                /** @description Bytes. */
                sizeBytes: number;
                volume: components["schemas"]["Reference"];
            }[];
        };
        /** @description Something that is not as it should be: a cause, with what follows from it. */
        Finding: {
            /** @description How many volumes are in which health because of it, gravest first. */
            affected: {
                count: number;
                /** @enum {string} */
                health: "healthy" | "degraded" | "rebuilding" | "stalled" | "broken" | "unavailable" | "unknown" | "detached";
            }[];
            because: string;
            /** @description Every object that its sentences name. */
            nouns: components["schemas"]["Noun"][];
            /** @enum {string} */
            severity: "bad" | "warn" | "info";
            since: string | null;
            subject: components["schemas"]["Noun"];
            /** @description What would end it. */
            unblockedBy: string | null;
            /** @description The first of them, in their own words. */
            volumes: {
                because: string;
                /** @enum {string} */
                health: "healthy" | "degraded" | "rebuilding" | "stalled" | "broken" | "unavailable" | "unknown" | "detached";
                since: string | null;
                /** @description What would end it. */
                unblockedBy: string | null;
                volume: components["schemas"]["Reference"];
                /** @description What it waits for, and on which node. */
                waitingFor: string | null;
            }[];
            /** @description What it waits for, and on which node. */
            waitingFor: string | null;
            /** @description The state of the subject, in a word or two. */
            what: string;
        };
        Found: {
            /** @description What tells it from others alike: the node of a drive, the kind and state of a job. */
            detail: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @enum {string} */
            kind: "volume" | "node" | "drive" | "drive-class" | "job";
            /** @description Name; of a drive its serial, of a job that of its subject. */
            name: string;
        };
        History: {
            doubts: components["schemas"]["HistoryDoubt"][];
            /**
             * Format: uuid
             * @description Of this database; new at every restore.
             */
            historyId: string;
        };
        HistoryAcceptance: {
            /** @description As the preview (GET /history) names them now. */
            doubtIds: string[];
        };
        HistoryDoubt: {
            /** @description What the node does, or may do, once this is accepted. */
            effects: string[];
            /**
             * Format: uuid
             * @description Of what is in doubt now; another one when the node says something else.
             */
            id: string;
            /** @enum {string} */
            kind: "history" | "ledger";
            message: string;
            node: components["schemas"]["Reference"];
            /** @description Stable code: other-history, database-older, other-content, facts-lost. */
            reason: string;
            /** Format: date-time */
            since: string;
        };
        Job: {
            /** Format: date-time */
            createdAt: string;
            error: {
                code: string;
                command?: string[];
                exitCode?: number | null;
                message: string;
                /**
                 * @description Name given by people; never changes.
                 * @example orders-db
                 */
                node?: string;
                processes?: {
                    command: string;
                    path: string;
                    pid: number;
                    /** @enum {string} */
                    via: "open-file" | "mount" | "swap" | "holder";
                }[];
                stderr?: string;
            } | null;
            finishedAt: string | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @enum {string} */
            kind: "volume.create" | "volume.delete" | "volume.grow" | "volume.discard" | "volume.repair" | "attachment.attach" | "attachment.detach" | "attachment.revoke" | "drive.take" | "drive.wipe" | "drive.release" | "drive.evict" | "node.drain";
            requestedBy: string;
            /** @description Rises with every change, live data included: of two copies the higher one is newer. */
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
                kind: "volume" | "attachment" | "drive" | "node";
                name: string;
            };
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when what was asked of the object, its state or what it holds changes, not with live data; the value of If-Match, quoted. */
            version: number;
            waitingFor: components["schemas"]["JobWait"][];
        };
        JobPage: {
            items: components["schemas"]["Job"][];
            nextCursor: string | null;
            total: number;
        };
        JobStep: {
            name: string;
            node: string | null;
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
                processes?: {
                    command: string;
                    path: string;
                    pid: number;
                    /** @enum {string} */
                    via: "open-file" | "mount" | "swap" | "holder";
                }[];
                stderr?: string;
            } | null;
            /** @description Since when its state is what it is, as far as the server heard of it; null: it was not kept. */
            since: string | null;
            /** @enum {string} */
            state: "pending" | "running" | "waiting" | "done" | "failed";
        };
        /** @description What it waits for, where, and what would unblock it. */
        JobWait: {
            message: string;
            node: string | null;
            unblockedBy: string;
        };
        Leg: {
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
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            index: number;
            inSync: boolean;
            node: components["schemas"]["Reference"];
            numaNode: number | null;
            /** @enum {string} */
            role: "member" | "joining" | "leaving";
            /** @description Bytes. */
            sizeBytes: number;
            /** @enum {string} */
            state: "creating" | "ready" | "deleting" | "unknown";
            /** @description Of a volume that is read by itself; null in lists: it is as large as all the rest, and read from every agent. */
            truth: components["schemas"]["LegTruth"] | null;
            /** @description The last one; null: none yet. */
            verdict: ("healthy" | "pending" | "unknown" | "rebuilding" | "unhealthy" | "missing" | "stalled") | null;
        };
        /** @description What every witness says of a leg, side by side, and the verdict: the worst of them. */
        LegTruth: {
            assigned: {
                /** @enum {string} */
                desired: "present" | "absent";
                inSync: boolean;
                /** @enum {string} */
                role: "member" | "joining" | "leaving";
            };
            attachments: {
                /** @description What the client's agent does or waits for about this leg. */
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
                    processes?: {
                        command: string;
                        path: string;
                        pid: number;
                        /** @enum {string} */
                        via: "open-file" | "mount" | "swap" | "holder";
                    }[];
                    stderr?: string;
                } | null;
                /** @description Waits for ever instead of failing. */
                anchor: boolean;
                /**
                 * Format: uuid
                 * @description Identifier, a UUID.
                 */
                attachmentId: string;
                client: components["schemas"]["Reference"];
                /** @enum {string} */
                clientWord: "current" | "old" | "none";
                /** @description The target: null when it is not ordered to export the leg. */
                export: {
                    namespaceEnabled: boolean;
                    portals: {
                        address: string;
                        linked: boolean;
                    }[];
                    /** @enum {string} */
                    word: "current" | "old" | "none";
                } | null;
                /** @description The client's md; null: not a member now, or no mirror. */
                member: {
                    badBlocks: number;
                    errors: number;
                    events: number | null;
                    faulty: boolean;
                    flags: string[];
                    inSync: boolean;
                    /** @description md copies onto it now. */
                    rebuilding: {
                        bytesPerSecond: number | null;
                        progressRatio: number | null;
                    } | null;
                    slot: number | null;
                } | null;
                /** @description The client: each path and its controller. */
                paths: {
                    address: string;
                    controllerState: string | null;
                    /**
                     * @description Name given by people; never changes.
                     * @example orders-db
                     */
                    storageNetwork: string;
                }[];
            }[];
            /** @description Code of the message (docs/messages.md) where it is not the reason. */
            code?: string;
            message: string;
            /** @description Data of the message. */
            params?: components["schemas"]["MessageParams"];
            /** @description Stable code. */
            reason: string;
            /** @description Since when it is healthy, or not; null: not looked at yet. */
            since: string | null;
            target: {
                /** @description The drive under the LV is there. */
                backed: boolean | null;
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
                /** @enum {string} */
                word: "current" | "old" | "none";
            };
            /** @enum {string} */
            verdict: "healthy" | "pending" | "unknown" | "rebuilding" | "unhealthy" | "missing" | "stalled";
        };
        Login: {
            name: string;
            password: string;
        };
        /** @description While it is in force no new leg comes to the node, and its legs are not replaced. */
        Maintenance: {
            /** @description Asked for though it stops what `blockers` of the refusal named. */
            forced: boolean;
            requestedBy: string;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until: string;
        };
        MaintenanceBlocker: {
            /** @enum {string} */
            effect: "in-use" | "stalled" | "lost";
            /** @description Legs that would be out of reach; none of a volume in use by the node. */
            legIds: string[];
            message: string;
            volume: components["schemas"]["Reference"];
        };
        /** @description What a maintenance of a node would do. */
        MaintenancePlan: {
            /** @description Whether the same request to start it would be granted now. */
            allowed: boolean;
            blockers: components["schemas"]["MaintenanceBlocker"][];
            /** @description Volumes that go on without a second side meanwhile. */
            degraded: {
                legIds: string[];
                message: string;
                volume: components["schemas"]["Reference"];
            }[];
            /** @description What the request would be refused with, or what comes of it. */
            message: string;
        };
        MaintenanceStart: {
            /**
             * @description Also if volumes stand still or lose data with it; administrators only, with the name repeated.
             * @default false
             */
            force?: boolean;
            /**
             * @description The name of the node, repeated; needed with force.
             * @example orders-db
             */
            nodeName?: string;
            /**
             * @description Hours from now; it ends by itself then.
             * @default 4
             */
            untilHours?: number;
        };
        MappedDrive: {
            /** @description Free for new legs. Null: not in service. */
            freeBytes: number | null;
            /** @description freeBytes of what legs can use in all. Null: not in service. */
            freeRatio: number | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description I/O operations of its legs a second. Null: nothing was observed. */
            iops: number | null;
            /** @description Average of all I/O of its legs. Null: there was none, or it was not observed. */
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
            /** @description Read and written by its legs. Null: nothing was observed. */
            throughputBytesPerSecond: number | null;
            /** @description Of its rated endurance, used up; may be above 1. Null: nothing was observed. */
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
        Nic: {
            addresses: string[];
            /** @description Since when it is up or down; null: since before it was first heard of. */
            linkSince: string | null;
            macAddress: string;
            mtuBytes: number;
            name: string;
            numaNode: number | null;
            pciAddress: string | null;
            rdmaDevice: string | null;
            speedBitsPerSecond: number | null;
            storageNetwork: string | null;
            up: boolean;
        };
        Node: {
            agentVersion: string | null;
            assignment: {
                acceptedGeneration: number | null;
                generation: number;
            };
            bootId: string | null;
            capabilities: {
                nvmeAuthentication: boolean;
                nvmet: boolean;
                rdma: boolean;
            } | null;
            conditions: components["schemas"]["Condition"][];
            /** @description lost: no word from its agent since then. */
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
            /** @description In force now; null: none. */
            maintenance: components["schemas"]["Maintenance"] | null;
            memoryBytes: number | null;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            nics: components["schemas"]["Nic"][];
            orphans: {
                detail: string;
                /** @enum {string} */
                kind: "volume-group" | "logical-volume" | "subsystem" | "controller" | "array" | "mapping";
                name: string;
            }[];
            /** @description Since when there are any; null: there are none, or it was not kept. */
            orphansSince: string | null;
            /** @description Rises with every change, live data included: of two copies the higher one is newer. */
            revision: number;
            roles: ("target" | "client")[];
            /**
             * @description Whether new legs may come; evicting: and those that can move do; evicted: and none is left.
             * @enum {string}
             */
            scheduling: "open" | "cordoned" | "evicting" | "evicted";
            /** @description Null: it was never another, or that was not kept. */
            schedulingSince: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when what was asked of the object, its state or what it holds changes, not with live data; the value of If-Match, quoted. */
            version: number;
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
        /** @description An object that a sentence names. */
        Noun: {
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @enum {string} */
            kind: "volume" | "node" | "drive";
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
             * @description loss-accepted: kept until an administrator confirms to discard it. fence-pending: its target was left out of a forced move; removed once it has confirmed the fence. replaced: removed as soon as its node is there to do it.
             * @enum {string}
             */
            why: "loss-accepted" | "fence-pending" | "replaced";
        };
        /** @description The whole cluster on a page. */
        Overview: {
            /** Format: date-time */
            at: string;
            /** @description The last ten that ended. */
            changes: components["schemas"]["Job"][];
            classes: components["schemas"]["ClassCapacity"][];
            counts: {
                attachments: {
                    attached: number;
                    /** @description Attached, and by the last word of its client not every path is live. */
                    fewerPaths: number;
                    /** @description Whose device somebody has open. */
                    open: number;
                    total: number;
                };
                driveClasses: number;
                drives: {
                    available: number;
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
                volumes: {
                    byHealth: {
                        count: number;
                        /** @enum {string} */
                        health: "healthy" | "degraded" | "rebuilding" | "stalled" | "broken" | "unavailable" | "unknown" | "detached";
                    }[];
                    total: number;
                };
            };
            /** @description Of the last half minute that is stored; null: nothing was said. */
            cpu: {
                clients: components["schemas"]["RoleCpu"] | null;
                targets: components["schemas"]["RoleCpu"] | null;
            };
            /** @description A volume, and the client that has it: the newest. For commands that people copy. */
            example: {
                client: components["schemas"]["Reference"] | null;
                volume: components["schemas"]["Reference"];
            } | null;
            findingCount: number;
            /** @description Gravest first, fifty at most. */
            findings: components["schemas"]["Finding"][];
            /** @description Waiting and running ones, newest first, ten of each at most. */
            jobs: components["schemas"]["Job"][];
            /** @description Nodes that these jobs name. */
            nouns: components["schemas"]["Noun"][];
        };
        PasswordChange: {
            currentPassword: string;
            newPassword: string;
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
        /** @description The legs that a volume would get. rawBytes: taken from drives in all. */
        Placement: {
            legs: components["schemas"]["PlacedLeg"][];
            /** @description Bytes. */
            rawBytes: number;
            stripeWidth: number;
            /** @description Bytes. */
            usableBytes: number;
        };
        /** @description What agents would run. Nothing of it has been run. */
        Plan: {
            /** @description In order. A node that goes on after others have done their part is there again. */
            nodes: {
                commands: components["schemas"]["PlannedCommand"][];
                node: components["schemas"]["Reference"];
                /** @description What it is for, where a change has parts, such as one leg of many; null: it has none. */
                purpose: string | null;
            }[];
            /** @description What the commands do not say: for what none are told, and what is decided only when its turn comes. */
            notes: string[];
            /** @description What would be waited for, as far as the server can know now. */
            waits: {
                message: string;
                node: components["schemas"]["Reference"];
            }[];
        };
        /** @description A change as its own request would ask for it. */
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
            /** @description Bytes of the device: a multiple of 4096, 1 MiB to 1 PiB. */
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
            /** @description The legs given up. What was written to them alone is lost to the volume. */
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
             * @description Also where the legs left out may alone have what was written last: the only ones in sync of their mirror set, and all that were in sync if the client did not let go of the volume before its legs were fenced. What only they have is given up (S4); they are kept until they are discarded.
             * @default false
             */
            acceptLoss?: boolean;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            attachmentId: string;
            /**
             * @description The client is off: its word that nothing is left there is not waited for. Says nothing about targets.
             * @default false
             */
            clientIsOff?: boolean;
            /** @constant */
            kind: "attachment.revoke";
            /**
             * @description These targets are off and will not export before they have talked to a server: their fences are not waited for, their legs leave the epoch. Says nothing about the client.
             * @default []
             */
            targetsOff?: string[];
        };
        PlannedCommand: {
            /** @description A command or a write as a person could type it; one that begins with `#` is a check, which ends the step when it fails. A word in angle brackets stands for what only the kernel of that node can tell: a device name, a port number. */
            command: string;
            /** @description When it is skipped or run; null: it is always run. */
            condition: string | null;
        };
        /** @description RFC 9457 problem document. */
        Problem: {
            /** @description With maintenance-unsafe: what would stand still or be lost. */
            blockers?: components["schemas"]["MaintenanceBlocker"][];
            /** @enum {string} */
            code: "malformed" | "invalid-field" | "invalid-cursor" | "unauthenticated" | "forbidden" | "password-change-required" | "not-found" | "method-not-allowed" | "name-taken" | "wrong-state" | "in-use" | "device-busy" | "maintenance-unsafe" | "idempotency-mismatch" | "version-mismatch" | "body-too-large" | "unsupported-media-type" | "insufficient-space" | "insufficient-failure-domains" | "insufficient-drives" | "no-shared-network" | "not-possible" | "too-many-points" | "precondition-required" | "rate-limited" | "internal" | "unavailable";
            /** @description What went wrong and what to do. */
            detail: string;
            /** @description The field at fault, as a path. */
            field?: string;
            /** @description Of a volume that has no placement: the largest size that has one now, all else as asked. Absent: none. */
            fittingSizeBytes?: number;
            /** @description Of too-many-points: the smallest step that fits. */
            fittingStepSeconds?: number;
            requestId: string;
            shortages?: components["schemas"]["Shortage"][];
            status: number;
            title: string;
            type: string;
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
            /** @description Targets whose fence is not confirmed yet, left out or not. */
            fencePending: components["schemas"]["Reference"][];
            targetsOff: components["schemas"]["Reference"][];
        };
        RoleCpu: {
            /** @description Busiest first, five at most. */
            busiest: {
                busyRatio: number;
                node: components["schemas"]["Reference"];
            }[];
            /** @description Of all their cores together. */
            busyRatio: number;
            /** @description Spent on exporting legs. */
            exportRatio: number;
            /** @description Nodes in the role that said something. */
            nodes: number;
        };
        /** @description At most 8 of each kind; names that begin with the text first. */
        SearchAnswer: {
            items: components["schemas"]["Found"][];
        };
        Session: {
            /** Format: date-time */
            expiresAt: string;
            user: components["schemas"]["User"];
        };
        Settings: {
            /** @description Server addresses given to agents; empty: the one they enrolled with. */
            agentServers: string[];
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            clusterId: string;
            /** Format: date-time */
            createdAt: string;
            /** @description For the legs of mirrors that are not anchors. */
            fastIoFailSeconds: number;
            /** @description Whether a target fences an export that a host reads or writes from another address than its client's. */
            fenceForeignConnections: boolean;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @enum {string} */
            ioPolicy: "numa" | "round-robin" | "queue-depth";
            keepAliveSeconds: number;
            /** @description I/O queues per controller. */
            maxIoQueues: number;
            nodeLostAfterSeconds: number;
            reattachByDefault: boolean;
            reconnectDelaySeconds: number;
            /** @description Fraction of each drive that is never allocated. */
            reservedRatio: number;
            /** @description Rises with every change, live data included: of two copies the higher one is newer. */
            revision: number;
            simulated: boolean;
            statisticsIntervalSeconds: number;
            /** @description How long statistics are kept at 10 s, at 1 min and at 1 h, in hours. */
            statisticsKeptHours: {
                hours: number;
                minutes: number;
                tenSeconds: number;
            };
            storageNetworks: components["schemas"]["StorageNetwork"][];
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when what was asked of the object, its state or what it holds changes, not with live data; the value of If-Match, quoted. */
            version: number;
        };
        SettingsUpdate: {
            /** @description Server addresses given to agents; empty: the one they enrolled with. */
            agentServers?: string[];
            /** @description For the legs of mirrors that are not anchors. */
            fastIoFailSeconds?: number;
            /** @description Whether a target fences an export that a host reads or writes from another address than its client's. */
            fenceForeignConnections?: boolean;
            /** @enum {string} */
            ioPolicy?: "numa" | "round-robin" | "queue-depth";
            keepAliveSeconds?: number;
            /** @description I/O queues per controller. */
            maxIoQueues?: number;
            nodeLostAfterSeconds?: number;
            reattachByDefault?: boolean;
            reconnectDelaySeconds?: number;
            /** @description Fraction of each drive that is never allocated. */
            reservedRatio?: number;
            statisticsIntervalSeconds?: number;
            /** @description How long statistics are kept at 10 s, at 1 min and at 1 h, in hours. */
            statisticsKeptHours?: {
                hours: number;
                minutes: number;
                tenSeconds: number;
            };
            storageNetworks?: components["schemas"]["StorageNetwork"][];
        };
        Shortage: {
            available: number;
            needed: number;
            /** @enum {string} */
            unit: "bytes" | "count";
            /** @enum {string} */
            what: "space" | "drives" | "failure-domains" | "storage-networks";
            /** @description Class, failure domain or node, by name. */
            where: string;
        };
        Statistics: {
            /** @description With heat maps: upper bounds of all buckets but the last, which is open. */
            bucketBoundsSeconds?: number[];
            /**
             * Format: date-time
             * @description Start of the first step.
             */
            from: string;
            series: components["schemas"]["StatisticsSeries"][];
            simulated: boolean;
            stepSeconds: number;
            /** @description Resolution of the stored points that were read. */
            tierSeconds: number;
            /**
             * Format: date-time
             * @description End of the last step.
             */
            to: string;
        };
        StatisticsSeries: {
            /** @description Instead of values, for metrics that are lists: counts of the buckets of bucketBoundsSeconds, or one value a core. */
            lists?: (number[] | null)[];
            /** @description Of percentiles: the bucket begins here; the exact value is not below. */
            lower?: (number | null)[];
            /** @enum {string} */
            metric: "iops" | "read-iops" | "write-iops" | "throughput" | "read-throughput" | "write-throughput" | "latency-average" | "latency-p50" | "latency-p90" | "latency-p95" | "latency-p99" | "latency-p999" | "latency-heat-map" | "cpu-busy" | "cpu-user" | "cpu-system" | "cpu-irq" | "cpu-softirq" | "cpu-steal" | "target-tax" | "agent-cpu" | "core-busy" | "agent-memory" | "memory-available" | "memory-total" | "interrupts" | "nic-receive" | "nic-transmit" | "nic-errors" | "wear" | "available-spare" | "temperature" | "media-errors";
            /** @description What it is of, as it was asked for. */
            objects: string[];
            unit: string;
            /** @description Of percentiles: the bucket ends here; null: it is open. */
            upper?: (number | null)[];
            /** @description One a step, from the earliest; null: nothing was observed, or there was no I/O to have a latency. */
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
        /** @description What is connected to what, and in which state. */
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
            /** @description By its client's last word. */
            paths: number;
            /** @description Of the object that it is a part of: of two copies the higher one is newer. */
            revision: number;
            /** @enum {string} */
            state: "attaching" | "attached" | "detaching" | "unexporting" | "revoking" | "revoked";
            /** @enum {string} */
            transport: "rdma" | "tcp";
            /** @description A condition of it is not true. */
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
            /** @description Bytes that legs can use in all; 0 until in service. */
            capacityBytes: number;
            /** @description Classes that it is in: indexes of driveClasses. */
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
            /** @description Of the object that it is a part of: of two copies the higher one is newer. */
            revision: number;
            /** @enum {string} */
            scheduling: "open" | "cordoned" | "evicting" | "evicted";
            serial: string;
            /** @enum {string} */
            state: "available" | "occupied" | "taking" | "in-service" | "releasing" | "wiping" | "missing";
            /** @description A condition of it is false, or SMART gives a critical warning. */
            troubled: boolean;
            /** @description Used up, as SMART estimates it; over 1 is possible. Null: not said. */
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
            /** @description Those on storage networks. */
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
            /** @description Of the object that it is a part of: of two copies the higher one is newer. */
            revision: number;
            /** @enum {string} */
            scheduling: "open" | "cordoned" | "evicting" | "evicted";
            /** @description A condition of it is false, or there are orphans on it. */
            troubled: boolean;
            zone: string | null;
        };
        TopologyVolume: {
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
                index: number;
                /** @description The last one that was stored; null: none yet. */
                verdict: ("healthy" | "pending" | "unknown" | "rebuilding" | "unhealthy" | "missing" | "stalled") | null;
            }[];
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @enum {string} */
            protection: "concatenated" | "raid0" | "raid1" | "raid10";
            /** @description Of the object that it is a part of: of two copies the higher one is newer. */
            revision: number;
            /** @description Bytes. */
            sizeBytes: number;
            /** @enum {string} */
            state: "creating" | "available" | "deleting";
        };
        User: {
            /** Format: date-time */
            createdAt: string;
            /** @description May not log in. Its name stays taken, and what it did stays under it. */
            disabled: boolean;
            /** @description Null: it is not disabled, or it was not kept. */
            disabledSince: string | null;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            id: string;
            /** @description True: its sessions may only change its password, read the session and log out; other requests get 403 `password-change-required`. */
            mustChangePassword: boolean;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            /** @description Rises with every change, live data included: of two copies the higher one is newer. */
            revision: number;
            /** @enum {string} */
            role: "viewer" | "operator" | "administrator";
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when what was asked of the object, its state or what it holds changes, not with live data; the value of If-Match, quoted. */
            version: number;
        };
        UserCreate: {
            /**
             * @description The user must change this password before anything else. For people, not for programs.
             * @default false
             */
            mustChangePassword?: boolean;
            /**
             * @description Name given by people; never changes.
             * @example orders-db
             */
            name: string;
            password: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "administrator";
        };
        UserPage: {
            items: components["schemas"]["User"][];
            nextCursor: string | null;
            total: number;
        };
        UserUpdate: {
            /** @description True ends all sessions of the user. */
            disabled?: boolean;
            /** @description See UserCreate. Absent: a new `password` need not be changed. */
            mustChangePassword?: boolean;
            password?: string;
            /** @enum {string} */
            role?: "viewer" | "operator" | "administrator";
        };
        Volume: {
            arrayUuid: string | null;
            attachmentIds: string[];
            /**
             * @description md write-intent bitmap chunk, a power of two (the kernel takes no other); null: mdadm chooses.
             * @default null
             */
            bitmapChunkBytes: (4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216 | 33554432 | 67108864 | 134217728 | 268435456 | 536870912 | 1073741824) | null;
            conditions: components["schemas"]["Condition"][];
            /** Format: date-time */
            createdAt: string;
            /** @default  */
            description: string;
            driveClass: components["schemas"]["Reference"];
            epoch: number;
            /**
             * @description Mirror sides never share one.
             * @default node
             * @enum {string}
             */
            failureDomain: "node" | "rack" | "zone";
            generation: number;
            /** @description A growth under way. */
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
            /** @description Bytes. */
            rawBytes: number;
            /**
             * @description Mirrors: a leg that is missing or unhealthy for so long is replaced. Seconds, up to a week.
             * @default 600
             */
            rebuildDelaySeconds: number;
            /**
             * @description Mirrors: how fast legs are copied. While other I/O runs at least, and without any at most: low 1 MiB/s and 128 MiB/s, normal 32 MiB/s and 1 GiB/s, high 512 MiB/s and 8 GiB/s.
             * @default normal
             * @enum {string}
             */
            rebuildPriority: "low" | "normal" | "high";
            /** @description Rises with every change, live data included: of two copies the higher one is newer. */
            revision: number;
            /** @description Bytes of the device: a multiple of 4096, 1 MiB to 1 PiB. */
            sizeBytes: number;
            /** @enum {string} */
            state: "creating" | "available" | "deleting";
            /**
             * @description A power of two, 4 KiB to 16 MiB (md and dm-stripe chunk).
             * @default 65536
             * @enum {integer}
             */
            stripeSizeBytes: 4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216;
            /**
             * @description raid0: legs; raid10: mirror sets. Null: automatic. Not for raid1 and concatenated.
             * @default null
             */
            stripeWidth: number | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description Rises when what was asked of the object, its state or what it holds changes, not with live data; the value of If-Match, quoted. */
            version: number;
        };
        VolumeCreate: {
            /**
             * @description md write-intent bitmap chunk, a power of two (the kernel takes no other); null: mdadm chooses.
             * @default null
             */
            bitmapChunkBytes?: (4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216 | 33554432 | 67108864 | 134217728 | 268435456 | 536870912 | 1073741824) | null;
            /** @default  */
            description?: string;
            /**
             * Format: uuid
             * @description Identifier, a UUID.
             */
            driveClassId: string;
            /**
             * @description Mirror sides never share one.
             * @default node
             * @enum {string}
             */
            failureDomain?: "node" | "rack" | "zone";
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
             * @description Mirrors: a leg that is missing or unhealthy for so long is replaced. Seconds, up to a week.
             * @default 600
             */
            rebuildDelaySeconds?: number;
            /**
             * @description Mirrors: how fast legs are copied. While other I/O runs at least, and without any at most: low 1 MiB/s and 128 MiB/s, normal 32 MiB/s and 1 GiB/s, high 512 MiB/s and 8 GiB/s.
             * @default normal
             * @enum {string}
             */
            rebuildPriority?: "low" | "normal" | "high";
            /** @description Bytes of the device: a multiple of 4096, 1 MiB to 1 PiB. */
            sizeBytes: number;
            /**
             * @description A power of two, 4 KiB to 16 MiB (md and dm-stripe chunk).
             * @default 65536
             * @enum {integer}
             */
            stripeSizeBytes?: 4096 | 8192 | 16384 | 32768 | 65536 | 131072 | 262144 | 524288 | 1048576 | 2097152 | 4194304 | 8388608 | 16777216;
            /**
             * @description raid0: legs; raid10: mirror sets. Null: automatic. Not for raid1 and concatenated.
             * @default null
             */
            stripeWidth?: number | null;
        };
        VolumePage: {
            items: components["schemas"]["Volume"][];
            nextCursor: string | null;
            total: number;
        };
        VolumeUpdate: {
            description?: string;
            /** @description Answers with the volume as it would be; nothing is changed. */
            dryRun?: boolean;
            /** @description Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains. */
            labels?: {
                [key: string]: string;
            };
            /** @description Mirrors: a leg that is missing or unhealthy for so long is replaced. Seconds, up to a week. */
            rebuildDelaySeconds?: number;
            /**
             * @description Mirrors: how fast legs are copied. While other I/O runs at least, and without any at most: low 1 MiB/s and 128 MiB/s, normal 32 MiB/s and 1 GiB/s, high 512 MiB/s and 8 GiB/s.
             * @enum {string}
             */
            rebuildPriority?: "low" | "normal" | "high";
            /** @description Larger than now: grows the volume, under way as `growth` and as the job volume.grow. A concatenated one whose last drive is full goes on with new legs on other drives of its class. */
            sizeBytes?: number;
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
        /** @description not-found */
        "not-found": {
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
        /** @description unauthenticated */
        unauthenticated: {
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
    listAttachments: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                nodeId?: string;
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
                action?: "drive.wipe" | "attachment.revoke" | "volume.accept-loss" | "volume.discard" | "node.maintenance" | "node.revoke-credential" | "node.rotate-credential" | "history.accept" | "change" | "refusal";
                by?: string;
                cursor?: string;
                limit?: number;
                sort?: "at" | "-at";
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
    listDriveClasses: {
        parameters: {
            query?: {
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
                        /** @description The first 500 of them. */
                        drives: components["schemas"]["Drive"][];
                        /** @description What new legs may take, on all that are in service. */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
                cursor?: string;
                driveClassId?: string;
                limit?: number;
                nodeId?: string;
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
    getDrive: {
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
                kind?: "volume.create" | "volume.delete" | "volume.grow" | "volume.discard" | "volume.repair" | "attachment.attach" | "attachment.detach" | "attachment.revoke" | "drive.take" | "drive.wipe" | "drive.release" | "drive.evict" | "node.drain";
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
    listNodes: {
        parameters: {
            query?: {
                connection?: "never" | "online" | "lost";
                cursor?: string;
                limit?: number;
                name?: string;
                role?: "target" | "client";
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
    getNode: {
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
                    "application/json": components["schemas"]["Overview"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
    queryStatistics: {
        parameters: {
            query: {
                from: string;
                groupBy?: "object" | "all";
                metrics: ("iops" | "read-iops" | "write-iops" | "throughput" | "read-throughput" | "write-throughput" | "latency-average" | "latency-p50" | "latency-p90" | "latency-p95" | "latency-p99" | "latency-p999" | "latency-heat-map" | "cpu-busy" | "cpu-user" | "cpu-system" | "cpu-irq" | "cpu-softirq" | "cpu-steal" | "target-tax" | "agent-cpu" | "core-busy" | "agent-memory" | "memory-available" | "memory-total" | "interrupts" | "nic-receive" | "nic-transmit" | "nic-errors" | "wear" | "available-spare" | "temperature" | "media-errors")[];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
            429: components["responses"]["rate-limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    topology: {
        parameters: {
            query?: {
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
    listVolumes: {
        parameters: {
            query?: {
                cursor?: string;
                driveClassId?: string;
                driveId?: string;
                health?: "healthy" | "degraded" | "rebuilding" | "stalled" | "broken" | "unavailable" | "unknown" | "detached";
                limit?: number;
                name?: string;
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
                    "application/json": components["schemas"]["Placement"];
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
            401: components["responses"]["unauthenticated"];
            /** @description forbidden, password-change-required */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["not-found"];
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
