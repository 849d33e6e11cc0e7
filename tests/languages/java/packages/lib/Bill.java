package shop.core;

class Bill {
//^ class Bill
    int total(Tax tax) {
    //^ method Bill.total(Tax)
        Rate rate = new Rate(3);
        //^ call src/main/java/shop/core/Tax.java#Rate -> Bill.total(Tax)
        shop.core.Tax other = new shop.core.Tax();
        //^ call src/main/java/shop/core/Tax.java#Tax -> Bill.total(Tax)
        return tax.apply(1) + rate.of(2) + other.apply(3);
        //^ call src/main/java/shop/core/Tax.java#Rate.of(int) -> Bill.total(Tax)
        //^ call src/main/java/shop/core/Tax.java#Tax.apply(int) -> Bill.total(Tax)
    }
}
