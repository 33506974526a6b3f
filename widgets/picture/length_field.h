#pragma once

#include <QWidget>

#include "engine/style/length.h"

#include <optional>

class QComboBox;

namespace bubblescope {

class FlatEdit;

/// A length: a number and its unit, and beside them the widths by their names, where these make sense.
class LengthField : public QWidget {
    Q_OBJECT
public:
    enum class Names { None, Widths };

    /// `without`: what an empty number stands for, "automatic"; empty: there must be one.
    LengthField(const QString& name, const QString& without, Names names, QWidget* parent = nullptr);

    /// Nothing where it is empty.
    ///
    /// Errors  what stands there is no length
    Result<std::optional<Length>> length() const;
    void setLength(const std::optional<Length>& length);
    void setMarked(bool isMarked);
    FlatEdit* number() const { return m_number; }

signals:
    void edited();

private:
    void takeUnit(int index);
    void showName();

    FlatEdit* m_number;
    QComboBox* m_unit;
    QComboBox* m_names = nullptr;
    LengthUnit m_shownUnit = LengthUnit::Pixel;
};

}  // namespace bubblescope
