(ns shop.store)
(def limit 3)
;^ constant limit
(defn put [x] x)
;^ function put
(defn- hide [x] x)
;^ function hide
(defmacro twice [x] x)
;^ macro twice
(defprotocol Shape (area [this]))
;^ interface Shape
;^ method Shape.area
(defrecord Box [size])
;^ struct Box
