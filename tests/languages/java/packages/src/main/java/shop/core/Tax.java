package shop.core;

public class Tax {
//^ class Tax
    private final Rate rate = new Rate(7);
    //^ field Tax.rate
    //^ call Rate -> Tax.rate

    public int apply(int amount) {
    //^ method Tax.apply(int)
        return rate.of(amount) + Rate.floor();
        //^ call Rate.floor() -> Tax.apply(int)
        //^ call Rate.of(int) -> Tax.apply(int)
    }
}

class Rate {
//^ class Rate
    private final int percent;
    //^ field Rate.percent

    Rate(int percent) {
    //^ method Rate.Rate(int)
        this.percent = percent;
    }

    int of(int amount) {
    //^ method Rate.of(int)
        return amount * percent / 100;
    }

    static int floor() {
    //^ method Rate.floor()
        return 0;
    }
}
