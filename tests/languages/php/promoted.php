<?php
// check: definition call use

class Retry {
    //^ class Retry
    function go() {
        //^ method Retry.go
    }
}

class Client {
    //^ class Client
    function __construct(
        //^ method Client.__construct
        public int $max,
        //^ field Client.max
        private readonly Retry $retry,
        //^ field Client.retry; use Retry -> Client.retry
        Retry $plain,
        //^ use Retry -> Client.__construct
    ) {
        $retry->go();
        //^ call Retry.go -> Client.__construct
        $this->retry->go();
        //^ call Retry.go -> Client.__construct; use Client.retry -> Client.__construct
        $plain->go();
        //^ call Retry.go -> Client.__construct
    }

    function run() {
        //^ method Client.run
        return $this->max;
        //^ use Client.max -> Client.run
    }
}

function read(Client $client) {
    //^ function read; use Client -> read
    return $client->max;
    //^ use Client.max -> read
}
