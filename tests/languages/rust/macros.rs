// check: call use definition

struct Job {
//^ struct Job
    n: u32,
    //^ field Job.n
}

impl Job {
    fn run(&self) -> u32 {
    //^ method Job.run
        self.n
        //^ use Job.n -> Job.run
    }
}

fn free(n: u32) -> u32 {
//^ function free
    n
}

macro_rules! boost {
//^ macro boost
    ($e:expr) => {
        $e * 2
    };
}

fn arguments(job: &Job) {
//^ function arguments; use Job -> arguments
    println!("{} {}", free(1), job.run());
    //^ call Job.run -> arguments; call free -> arguments
    let all = vec![free(2), job.run()];
    //^ call Job.run -> arguments; call free -> arguments
    assert_eq!(job.run(), all[0], "message {}", free(3));
    //^ call Job.run -> arguments; call free -> arguments
    boost!(job.run());
    //^ call Job.run -> arguments; use boost -> arguments
    format!("{name}", name = free(4));
    //^ call free -> arguments
    assert!(matches!(job.run(), 1 | 2) && free(5) == 5);
    //^ call Job.run -> arguments; call free -> arguments
    println!("{}", boost!(free(6)));
    //^ call free -> arguments; use boost -> arguments
    println!("{:?}", all.iter().fold(0, |sum, x| sum + free(*x)));
    //^ call free -> arguments
    select! {
        value = job.run() => { free(value) }
        //^ call Job.run -> arguments; call free -> arguments
        _ = free(7) => {}
        //^ call free -> arguments
    }
}

cfg_feature! {
    fn gated(job: &Job) -> u32 {
    //^ function gated; use Job -> gated
        free(job.run())
        //^ call Job.run -> gated; call free -> gated
    }

    impl Job {
        fn also(&self) -> u32 {
        //^ method Job.also
            gated(self)
            //^ call gated -> Job.also
        }
    }
}

fn uses_gated(job: &Job) {
//^ function uses_gated; use Job -> uses_gated
    gated(job);
    //^ call gated -> uses_gated
    job.also();
    //^ call Job.also -> uses_gated
}
