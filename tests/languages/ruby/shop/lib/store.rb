module Shop
#^ trait Shop
  LIMIT = 3
  #^ field Shop.LIMIT

  module Named
  #^ trait Shop.Named
    def title
    #^ method Shop.Named.title
      name.upcase
      #^ call Shop.Named.name -> Shop.Named.title
    end

    def name
    #^ method Shop.Named.name
      'x'
    end
  end

  class Base
  #^ class Shop.Base
    RATE = 2
    #^ field Shop.Base.RATE

    def initialize(store)
    #^ method Shop.Base.initialize
      @store = store
    end

    def save
    #^ method Shop.Base.save
      prepare
      #^ call Shop.Base.prepare -> Shop.Base.save
    end

    def prepare
    #^ method Shop.Base.prepare
    end
  end

  class Store
  #^ class Shop.Store
    attr_reader :size
    #^ field Shop.Store.size

    def put(row)
    #^ method Shop.Store.put
      @size = row
    end

    def seal
    #^ method Shop.Store.seal
    end

    class << self
      def open
      #^ method Shop.Store.open
        new
        #^ call Shop.Store -> Shop.Store.open
      end
    end
  end
end
